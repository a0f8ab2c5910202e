import Glibc

/// Debian's gpsd on a free port of 127.0.0.1, with a receiver that it reaches by TCP.
///
/// It can be killed and started again on the same port. However the tests end, gpsd ends: see ``TetheredProcess``.
package final class GPSDServer {
  package struct NotListening: Error {}

  package let port: UInt16
  private let receiver: UInt16
  private var running: TetheredProcess?

  /// Starts it and waits until it accepts connections.
  package init(receiver: NMEAPlayer) throws {
    // gpsd takes the port again and again, and nothing of ours may stand on it.
    let socket = LoopbackSocket(backlog: nil)
    port = socket.port
    LoopbackSocket.close(socket.descriptor)
    self.receiver = receiver.port
    try start()
  }

  package var address: String { "gpsd://127.0.0.1:\(port)" }

  /// Starts it and waits until it accepts connections.
  package func start() throws {
    running = try TetheredProcess([
      "gpsd", "-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(receiver)",
    ])
    // 5 ms a time, 10 s in all.
    for _ in 0..<2_000 {
      // It greets every connection, and a crowd of them would keep it busy.
      if LoopbackSocket.isListening(on: port) { return }
      _ = poll(nil, 0, 5)
    }
    throw NotListening()
  }

  /// Ends it and waits until it is gone; connections are refused from then on.
  package func stop() {
    running = nil
  }
}
