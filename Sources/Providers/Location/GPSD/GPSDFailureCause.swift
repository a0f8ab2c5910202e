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
    case .noDevice: self.init(.locationNoDevice, explanation: .receiver(.noReceiver))
    case .noFix: self.init(.locationNoFix)
    case .unknownHost:
      self.init(.locationUnavailable, reason: "host", .unknownHost)
    case .unreachable(let errno):
      self.init(.locationUnavailable, reason: "connect", .unreachable)
      detail.errno = errno.map(Int.init)
    case .gone: self.init(.locationUnavailable, reason: "ended", .closed)
    case .silent: self.init(.locationUnavailable, reason: "silent", .silent)
    case .foreign:
      self.init(.locationUnavailable, reason: "protocol", .foreign)
    case .refused: self.init(.locationUnavailable, reason: "refused", .refused)
    }
    detail.url = address
  }

  private init(_ kind: FailureKind, reason: String, _ receiver: Explanation.Receiver) {
    var detail = FailureDetail()
    detail.reason = reason
    self.init(kind, detail: detail, explanation: .receiver(receiver))
  }
}
