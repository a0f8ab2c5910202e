/// What people type who know curl, jq, kubectl or another program, and what they mean by it.
enum MeantOptions {
  private struct Row {
    let typed: [String]
    let meant: Meaning
  }

  private enum Meaning {
    case option(String, value: String? = nil)
    /// A sentence about what takes its place.
    case sentence(String)

    func isAmong(_ known: some Collection<String>) -> Bool {
      if case .option(let option, _) = self { known.contains(option) } else { false }
    }
  }

  private static let rows = [
    Row(typed: ["-q", "-s", "--silent", "--no-output"], meant: .option("--quiet")),
    Row(typed: ["--jq", "--query", "--path", "--jsonpath", "--field", "-q"], meant: .option("--pointer")),
    Row(typed: ["-r", "--raw-output"], meant: .option("--raw")),
    Row(typed: ["-c", "--conf", "--config-file", "--kubeconfig"], meant: .option("--config")),
    Row(typed: ["-o", "--output"], meant: .option("--format")),
    Row(typed: ["-v", "--verbose", "--debug"], meant: .option("--log-level", value: "debug")),
    Row(typed: ["--trace-ascii", "-vv", "-vvv"], meant: .option("--log-level", value: "trace")),
    Row(typed: ["-s", "--silent", "--quiet"], meant: .option("--log-level", value: "critical")),
    Row(typed: ["-m", "--max-time", "--request-timeout", "--connect-timeout"], meant: .option("--timeout")),
    Row(typed: ["-n", "--every", "--period", "--poll"], meant: .option("--interval")),
    Row(typed: ["--retry", "--retries"], meant: .option("--wait")),
    Row(typed: ["--template", "--go-template"], meant: .option("--format")),
    Row(
      typed: ["-w", "--watch", "--follow"], meant: .sentence("statusd watch prints a line for each change")),
    Row(typed: ["--until", "--for", "--condition", "--while-not"], meant: .option("--until")),
    Row(typed: ["--unless", "--fail-if", "--fail-on"], meant: .option("--unless")),
    Row(typed: ["--deadline", "--max-wait"], meant: .option("--timeout")),
    Row(
      typed: ["--url", "--source"],
      meant: .sentence("a source is given by --state, --menu or --resource NAME=SOURCE")),
    Row(
      typed: ["-H", "--header", "--headers", "-u", "--user", "--token", "--bearer"],
      meant: .sentence("headers stand in the configuration: resources.NAME.headers")),
    Row(
      typed: ["-d", "--data", "--json-data", "--params"],
      meant: .sentence("params stand behind the method: JSON, or words like resource=menu")),
    Row(
      typed: ["-k", "--insecure", "--cacert"],
      meant: .sentence("certificates are always checked; resources.NAME.caFile adds an authority")),
    Row(
      typed: ["--no-color", "--no-colour", "--color", "--colour"],
      meant: .sentence("the variable NO_COLOR switches colours off")),
    Row(
      typed: ["--port", "--listen", "--daemon", "-p"],
      meant: .sentence("statusd speaks over its standard input and output")),
  ]

  /// - Parameters:
  ///   - typed: An option that no command has.
  ///   - known: The options of the command.
  /// - Returns: The end of a sentence; nil for an option that nothing is known of.
  static func advice(for typed: String, among known: some Collection<String>) -> String? {
    let found = rows.filter { $0.typed.contains(typed) }.map(\.meant)
    // A letter may be short for several options, of which the command has one.
    switch found.first(where: { $0.isAmong(known) }) ?? found.last {
    case nil: return nil
    case .sentence(let sentence): return sentence
    case .option(let option, let value):
      let words = [option, value].compactMap(\.self).joined(separator: " ")
      if known.contains(option) { return "did you mean \(words)?" }
      let command = Statusd.commands.first { command in
        !(command is Serve.Type) && command.forms.contains { $0.name == option }
      }
      return command.map { "\($0.name) has \(words)" }
    }
  }
}
