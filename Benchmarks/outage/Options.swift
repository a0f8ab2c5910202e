import StatusCore

/// What is simulated; every value can be given as `--name value`.
struct Options {
  var pollers = 1_000
  var seed: UInt64 = 1
  /// Seconds from the end of a poll to the next one.
  var interval = 10
  /// Seconds within which all pollers start, each at a random moment.
  var start = 10
  /// Seconds until the outage begins, and how many it takes.
  var before = 300
  var outage = 300
  /// Seconds that are simulated after the outage; more if some pollers have no value by then.
  var after = 60
  /// Requests a second that the origin serves; 0 for any number.
  var capacity = 0
  var hasBackoff = true
  var hasJitter = true

  var outageEnd: Int { before + outage }
  var end: Int { outageEnd + after }
  /// The end in any case: some fleets never recover.
  var longestEnd: Int { outageEnd + max(after, 600) }

  /// How the pollers fetch: as the daemon does, but for what is switched off.
  var policy: FetchPolicy {
    var policy = FetchPolicy()
    policy.polling.interval = .seconds(interval)
    if !hasBackoff { policy.pacing.longestBackoff = .zero }
    if !hasJitter {
      policy.pacing.jitter = 0
      // The waits between the attempts of one fetch are jitter from zero on. Without it they follow at once.
      policy.retry.base = .zero
    }
    return policy
  }
}

extension Options {
  struct Invalid: Error {
    let argument: String
  }

  init(_ arguments: some Sequence<String>) throws(Invalid) {
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ Int($0) }), value >= 0 else {
        throw Invalid(argument: name)
      }
      try set(name, to: value)
    }
  }

  private mutating func set(_ name: String, to value: Int) throws(Invalid) {
    switch name {
    case "--pollers": pollers = value
    case "--seed": seed = UInt64(value)
    case "--interval": interval = value
    case "--start": start = value
    case "--before": before = value
    case "--outage": outage = value
    case "--after": after = value
    case "--capacity": capacity = value
    case "--backoff": hasBackoff = value != 0
    case "--jitter": hasJitter = value != 0
    default: throw Invalid(argument: name)
    }
  }
}
