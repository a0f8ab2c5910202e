import StatusCore

/// How long ago something was, in words that change once a minute at most.
///
/// | seconds | |
/// |---|---|
/// | under 60 | now |
/// | 60 to 3599 | 1 min to 59 min |
/// | 3600 to 86399 | 1 h to 23 h |
/// | from 86400 | 1 d |
struct Age: Equatable, CustomStringConvertible {
  private let seconds: Int64

  /// A date of the future, on a clock that was set back, is now.
  init(of date: Timestamp, at now: Timestamp) {
    seconds = max(0, (now.millisecondsSince1970 - date.millisecondsSince1970) / 1_000)
  }

  private var unit: (seconds: Int64, name: String) {
    switch seconds {
    case ..<3_600: (60, "min")
    case ..<86_400: (3_600, "h")
    default: (86_400, "d")
    }
  }

  var description: String { seconds < 60 ? "now" : "\(seconds / unit.seconds) \(unit.name)" }

  /// The time until the words change.
  var timeToChange: Duration { .seconds(unit.seconds - seconds % unit.seconds) }
}
