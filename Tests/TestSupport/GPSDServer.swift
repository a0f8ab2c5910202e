import Glibc

/// Debian's gpsd on a free port of 127.0.0.1, with a receiver that it reaches by TCP.
///
/// It can be killed and started again on the same port. However the tests end, gpsd ends: see
/// ``TetheredProcess``.
package final class GPSDServer {
  package struct NotListening: Error {}

  package var port: UInt16 { reservation.port }
  /// Keeps the port from others while gpsd does not run, and from the start: gpsd, which sets SO_REUSEADDR as this
  /// socket does, may listen beside a socket that does not (ip(7)).
  private let reservation = LoopbackSocket(backlog: nil, sharing: .reuseAddress)
  private let receiver: UInt16
  /// The path of the socket by which receivers are added (gpsd(8), -F).
  private let control: String
  private var running: TetheredProcess?

  /// Starts it and waits until it accepts connections.
  package init(receiver: NMEAPlayer) throws {
    self.receiver = receiver.port
    control = "/tmp/statusd-gpsd-\(getpid())-\(reservation.port)"
    try start()
  }

  package var address: String { "gpsd://127.0.0.1:\(port)" }

  /// Starts it and waits until it accepts connections.
  package func start() throws {
    let gpsd = try TetheredProcess([
      "gpsd", "-N", "-n", "-S", "\(port)", "-F", control, "tcp://127.0.0.1:\(receiver)",
    ])
    running = gpsd
    guard gpsd.listens(on: port) else { throw NotListening() }
  }

  /// Adds the receiver again, as the system does when one is plugged in: gpsd forgets those that it cannot
  /// open.
  package func addReceiver() throws {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // SAFETY: the path and its end fit into the 108 bytes of the address, which begins as every one does.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: control.utf8) }
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let request = Array("+tcp://127.0.0.1:\(receiver)\r\n".utf8)
    guard code == 0, unsafe send(descriptor, request, request.count, CInt(MSG_NOSIGNAL)) == request.count
    else { throw NotListening() }
    // OK or ERROR.
    var response = [UInt8](repeating: 0, count: 16)
    guard unsafe recv(descriptor, &response, response.count, 0) > 0, response.starts(with: Array("OK".utf8))
    else { throw NotListening() }
  }

  deinit {
    stop()
    LoopbackSocket.close(reservation.descriptor)
    _ = unsafe unlink(control)
  }

  /// Ends it and waits until it is gone; connections are refused from then on.
  package func stop() {
    running = nil
  }
}
