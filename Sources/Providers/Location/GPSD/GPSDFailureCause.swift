import StatusCore

/// Why gpsd gives no position.
package enum GPSDFailureCause: Error, Hashable, Sendable {
  /// The host has no address.
  case unknownHost
  /// No connection could be made.
  case unreachable(errno: CInt?)
  /// The connection has ended.
  case gone
  /// gpsd sends nothing, though it should.
  case silent
  /// Another program listens there, or a gpsd with another protocol.
  case foreign
  /// gpsd refuses to be watched.
  case refused
  /// gpsd has no receiver.
  case noDevice
  /// The receiver does not know its position.
  case noFix
}

extension Problem {
  /// The problem that a source at `address` reports for the cause.
  init(_ cause: GPSDFailureCause, at address: String) {
    switch cause {
    case .noDevice: self.init(.locationNoDevice, explanation: "gpsd has no receiver.")
    case .noFix: self.init(.locationNoFix)
    case .unknownHost:
      self.init(.locationUnavailable, reason: "host", "The host of gpsd has no known address.")
    case .unreachable(let errno):
      self.init(.locationUnavailable, reason: "connect", "gpsd cannot be reached.")
      detail.errno = errno.map(Int.init)
    case .gone: self.init(.locationUnavailable, reason: "ended", "gpsd closed the connection.")
    case .silent: self.init(.locationUnavailable, reason: "silent", "gpsd does not respond.")
    case .foreign:
      self.init(.locationUnavailable, reason: "protocol", "The server is not a gpsd with protocol 3.")
    case .refused: self.init(.locationUnavailable, reason: "refused", "gpsd refuses to be watched.")
    }
    detail.url = address
  }

  private init(_ kind: FailureKind, reason: String, _ explanation: String) {
    var detail = FailureDetail()
    detail.reason = reason
    self.init(kind, detail: detail, explanation: explanation)
  }
}
