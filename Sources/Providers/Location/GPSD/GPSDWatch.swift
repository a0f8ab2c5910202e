import StatusCore

/// The receivers that gpsd has while it is watched, and what is due when nothing arrives.
struct GPSDWatch: Sendable {
  private let limits: GPSDLimits
  /// The active receivers, the newest of them: gpsd itself has four at most (MAX_DEVICES).
  private(set) var devices: [GPSDReport.Device] = []
  /// Since when there is no receiver; nil while there is one.
  private var bareSince: Duration?
  /// When the last position, or a new receiver, arrived.
  private var blindSince: Duration
  /// When the last report of any kind arrived.
  private var silentSince: Duration
  /// When gpsd was asked whether it is still there; nil when no response is due.
  private var askedAt: Duration?
  /// The cause that was reported since the last position.
  private var reported: GPSDFailureCause?

  private static let mostDevices = 16

  init(_ limits: GPSDLimits, at uptime: Duration) {
    self.limits = limits
    bareSince = uptime
    blindSince = uptime
    silentSince = uptime
  }

  enum Due: Hashable, Sendable {
    /// Send a command to which gpsd always responds.
    case ask
    /// gpsd did not respond.
    case giveUp
    case report(GPSDFailureCause)
  }

  // MARK: Arrivals

  /// - Returns: The position, if the report has one.
  mutating func take(_ report: GPSDReport, at uptime: Duration) -> Position? {
    silentSince = uptime
    askedAt = nil
    switch report {
    case .devices(let devices): list(devices, at: uptime)
    case .device(let device): list(devices.filter { $0.path != device.path } + [device], at: uptime)
    case .position(let path, let position):
      // A receiver that reports exists, whatever the list of devices says.
      if devices.isEmpty { list([GPSDReport.Device(path: path ?? "", isActive: true)], at: uptime) }
      guard let position else { return nil }
      blindSince = uptime
      reported = nil
      return position
    case .version, .watch, .other: break
    }
    return nil
  }

  mutating func list(_ devices: [GPSDReport.Device], at uptime: Duration) {
    let active = devices.filter(\.isActive).suffix(Self.mostDevices)
    defer { self.devices = Array(active) }
    guard active.isEmpty != (bareSince != nil) else { return }
    bareSince = active.isEmpty ? uptime : nil
    // A receiver that has just come is given its time.
    if !active.isEmpty { blindSince = uptime }
  }

  // MARK: Silence

  var wakeAt: Duration? {
    [causeAt, askedAt.map { $0 + limits.response } ?? (silentSince + limits.silence)].compactMap(\.self).min()
  }

  private var cause: GPSDFailureCause { bareSince == nil ? .noFix : .noDevice }

  private var causeAt: Duration? {
    guard reported != cause else { return nil }
    return bareSince.map { $0 + limits.noDevice } ?? (blindSince + limits.noFix)
  }

  mutating func due(at uptime: Duration) -> Due? {
    if let causeAt, causeAt <= uptime {
      reported = cause
      return .report(cause)
    }
    if let askedAt { return askedAt + limits.response <= uptime ? .giveUp : nil }
    guard silentSince + limits.silence <= uptime else { return nil }
    askedAt = uptime
    return .ask
  }
}
