import Jansson
import StatusServer
import Text

/// `statusd daemons`: lists the shared daemons of this user.
struct DaemonsCommand: Command {
  static let name = "daemons"
  static let abstract = "List the shared daemons that run."
  static let discussion = """
    Each has a line with its process, version, sessions, uptime in seconds, configuration file and log. statusd connect \
    --explain says in what they differ.

    Examples:
      statusd daemons
      statusd daemons --json | jq -r '.daemons[].log'
    """

  static var options: [OptionGroup<DaemonsCommand>] {
    [OptionGroup(options: [Option(flag: "--json", "Print JSON on one line.") { $0.isJSON = true }])]
  }

  private var isJSON = false

  init() {}

  func run() throws(CommandEnd) -> CInt {
    let daemons = RunningDaemon.all()
    if isJSON { return try Reference.print(JSONText { $0.daemons(daemons) }.description) }
    guard !daemons.isEmpty else { return 0 }
    return try Reference.print(Self.table(of: daemons).joined(separator: "\n"))
  }

  private static func table(of daemons: [RunningDaemon]) -> [String] {
    let rows = daemons.map { daemon in
      let status = daemon.status
      return [
        "\(status.process)", status.version, "\(status.sessions)", "\(Int(status.uptime))",
        daemon.configuration,
      ]
    }
    let heading = ["PROCESS", "VERSION", "SESSIONS", "UPTIME", "CONFIGURATION"]
    let lines = TextTable([heading] + rows, isRight: [0, 2, 3]).lines
    // A path is never cut: it is there to be copied.
    let logs = ["LOG"] + daemons.map(\.place.log.visible)
    let width = lines.map(\.count).max() ?? 0
    return zip(lines, logs).map { line, log in
      line + String(repeating: " ", count: width - line.count + 2) + log
    }
  }
}

extension RunningDaemon {
  /// Where its configuration is from, in a word.
  var configuration: String { info.map { $0.file ?? "no file" } ?? "unknown" }
}
