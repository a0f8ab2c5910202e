import StatusCore

/// What is known of the receivers while gpsd is watched, and what is due when nothing comes.
struct GPSDWatch: Sendable {
  private let limits: GPSDLimits
  /// By their paths, those that are there.
  private(set) var devices: [GPSDReport.Device] = []
  /// When the last receiver left, or the watch began without one.
  private var bareSince: Duration?
  /// When there was last a position, or a receiver came.
  private var blindSince: Duration
  /// When anything came, of whatever kind.
  private var silentSince: Duration
  /// Since when an answer to the question whether gpsd is there is due.
  private var askedAt: Duration?
  /// The trouble that was told since the last position.
  private var told: GPSDTrouble?

  init(_ limits: GPSDLimits, at uptime: Duration) {
    self.limits = limits
    bareSince = uptime
    blindSince = uptime
    silentSince = uptime
  }

  enum Due: Hashable, Sendable {
    /// Ask gpsd something that it always answers.
    case ask
    /// It did not answer.
    case giveUp
    case tell(GPSDTrouble)
  }

  // MARK: What comes

  /// - Returns: The position, if the report has one.
  mutating func take(_ report: GPSDReport, at uptime: Duration) -> Position? {
    silentSince = uptime
    askedAt = nil
    switch report {
    case .devices(let devices): list(devices, at: uptime)
    case .device(let device): list(devices.filter { $0.path != device.path } + [device], at: uptime)
    case .position(let path, let position):
      // A receiver that speaks is there, whatever was said of it.
      if devices.isEmpty { list([GPSDReport.Device(path: path ?? "", isActive: true)], at: uptime) }
      guard let position else { return nil }
      blindSince = uptime
      told = nil
      return position
    case .version, .watch, .other: break
    }
    return nil
  }

  mutating func list(_ devices: [GPSDReport.Device], at uptime: Duration) {
    let active = devices.filter(\.isActive)
    defer { self.devices = active }
    guard active.isEmpty != (bareSince != nil) else { return }
    bareSince = active.isEmpty ? uptime : nil
    // A receiver that has just come is given its time.
    if !active.isEmpty { blindSince = uptime }
  }

  // MARK: What does not come

  var wakeAt: Duration? {
    [troubleAt, askedAt.map { $0 + limits.answer } ?? (silentSince + limits.silence)].compactMap(\.self).min()
  }

  private var trouble: GPSDTrouble { bareSince == nil ? .noFix : .noDevice }

  private var troubleAt: Duration? {
    guard told != trouble else { return nil }
    return bareSince.map { $0 + limits.noDevice } ?? (blindSince + limits.noFix)
  }

  mutating func due(at uptime: Duration) -> Due? {
    if let troubleAt, troubleAt <= uptime {
      told = trouble
      return .tell(trouble)
    }
    if let askedAt { return askedAt + limits.answer <= uptime ? .giveUp : nil }
    guard silentSince + limits.silence <= uptime else { return nil }
    askedAt = uptime
    return .ask
  }
}
