import StatusServer
import Text

/// What `connect --explain` prints: whether the daemon of this configuration runs, and in what each other differs.
struct DaemonExplanation: CustomStringConvertible {
  let description: String

  init(of daemon: SharedDaemon, among running: [RunningDaemon]) {
    let own = running.first { $0.place == daemon.place }
    var lines = [
      "\(daemon.place.socket) "
        + (own.map { "runs: \(Self.words(for: $0))" } ?? "does not run; connect starts it")
    ]
    let info = SharedInfo(of: daemon)
    for other in running where other.place != daemon.place {
      lines += ["", "\(other.place.socket) is another: \(Self.words(for: other))"]
      guard let there = other.info else {
        lines.append("  what it has is not known, since \(other.place.info) is not there")
        continue
      }
      lines += info.differences(from: there).flatMap(Self.lines(on:))
    }
    description = lines.map(\.visible).joined(separator: "\n")
  }

  private static func words(for daemon: RunningDaemon) -> String {
    let (process, sessions) = (daemon.status.process, daemon.status.sessions)
    return "process \(process), \(sessions) session\(sessions == 1 ? "" : "s"), \(daemon.configuration)"
  }

  private static func lines(on difference: SharedInfo.Difference) -> [String] {
    [
      "  \(difference.name)", "    here:  \(shown(difference.here))", "    there: \(shown(difference.there))",
    ]
  }

  /// A digest says no more than that it is another.
  private static func shown(_ value: String?) -> String {
    guard let value else { return "not set" }
    return value.utf8.starts(with: SharedInfo.secret.utf8) ? "a value that is not shown, \(value)" : value
  }
}
