import StatusCore

/// Why there is no position.
package enum GPSDTrouble: Error, Hashable, Sendable {
  /// The host has no address.
  case unknownHost
  /// No connection could be made.
  case unreachable(errno: CInt?)
  /// The connection has ended.
  case gone
  /// It says nothing, though it should.
  case silent
  /// Something else than gpsd, or a gpsd that speaks another protocol.
  case foreign
  /// It does not let itself be watched.
  case refused
  /// It has no receiver.
  case noDevice
  /// Its receiver does not know where it is.
  case noFix
}

extension Problem {
  /// What is told of it.
  init(_ trouble: GPSDTrouble, at address: String) {
    switch trouble {
    case .noDevice: self.init(.locationNoDevice, explanation: "gpsd has no receiver.")
    case .noFix: self.init(.locationNoFix)
    case .unknownHost:
      self.init(.locationUnavailable, reason: "host", "No address is known for the host of gpsd.")
    case .unreachable(let errno):
      self.init(.locationUnavailable, reason: "connect", "gpsd cannot be reached.")
      detail.errno = errno.map(Int.init)
    case .gone: self.init(.locationUnavailable, reason: "ended", "gpsd has closed the connection.")
    case .silent: self.init(.locationUnavailable, reason: "silent", "gpsd does not answer.")
    case .foreign:
      self.init(.locationUnavailable, reason: "protocol", "What answers is no gpsd of protocol 3.")
    case .refused: self.init(.locationUnavailable, reason: "refused", "gpsd does not let itself be watched.")
    }
    detail.url = address
  }

  private init(_ kind: FailureKind, reason: String, _ explanation: String) {
    var detail = FailureDetail()
    detail.reason = reason
    self.init(kind, detail: detail, explanation: explanation)
  }
}
