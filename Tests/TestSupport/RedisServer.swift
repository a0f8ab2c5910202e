import Foundation

/// Debian's Redis on a free port of 127.0.0.1, which keeps nothing on disk.
package final class RedisServer {
  package var port: UInt16 { reservation.port }
  private let reservation = LoopbackSocket(backlog: nil, sharing: .reuseAddress)
  private let process: TetheredProcess

  /// Starts it and waits until it accepts connections.
  package init() throws {
    process = try TetheredProcess(
      [
        "redis-server", "--port", "\(reservation.port)", "--bind", "127.0.0.1", "--save", "", "--logfile",
        "/dev/null",
      ])
    guard process.listens(on: port) else {
      throw FanOutServer.NotListening(log: "is redis-server installed?")
    }
  }

  deinit {
    LoopbackSocket.close(reservation.descriptor)
  }
}
