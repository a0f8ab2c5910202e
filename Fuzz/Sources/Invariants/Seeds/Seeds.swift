import JSONRPC

/// Inputs of the fuzz targets made from the conformance kit.
package enum Seeds {
  /// The targets' names, and what each makes of a line of schema/conformance/*.jsonl.
  package static let targets: [(name: String, make: @Sendable ([UInt8]) -> [[UInt8]])] = [
    ("frames", { streams(ofLine: $0, behind: [FrameInput.plain, FrameInput.tight]) }),
    ("messages", messages),
    ("session", { streams(ofLine: $0, behind: [SessionInput.plain]) }),
  ]

  /// All that a case sends, in either framing.
  private static func streams(ofLine line: [UInt8], behind choices: [[UInt8]]) -> [[UInt8]] {
    guard let conformance = ConformanceCase(line: line) else { return [] }
    return Framing.allCases.flatMap { framing in
      choices.map { $0 + conformance.stream(in: framing) }
    }
  }

  /// Each message of a case by itself.
  private static func messages(ofLine line: [UInt8]) -> [[UInt8]] {
    guard let conformance = ConformanceCase(line: line) else { return [] }
    return conformance.pieces.map { MessageInput.plain + $0.text }
  }

  /// Inputs of the targets that no client's message is an input of.
  package static let texts: [(name: String, inputs: [[UInt8]])] = [
    (
      "configuration",
      [(0, toml), (1, json), (2, tomlScenario), (3, jsonScenario), (4, variables)].map(input)
    ),
    (
      "addresses",
      [
        (0, "https://me:secret@host.example:8080/a?b=c#d"), (0, #"command:/bin/a 'b c' "d" e\ f"#),
        (0, "file:/a/b"), (0, "events+https://host/a?b=c"), (0, "file:{a}/{b}.json"),
        (0, "https://me@host.example/{a}/.{b}?c={a}#d"),
        (0, "command:/bin/a {a} b={b} '{c}'"), (1, "gpsd://[::1]:2947"), (1, "gpx:a.gpx?rate=2&loop=1"),
        (1, "route:a.csv"),
        (2, "Bearer ${A} $${B} ${B}"),
      ].map(input)
    ),
  ]

  /// Inputs of the targets whose inputs say more than one thing.
  package static let others: [(name: String, inputs: [[UInt8]])] = [
    ("sources", SourceSeeds.all), ("lookups", LookupSeeds.all), ("openings", OpeningSeeds.all),
  ]

  private static func input(_ choice: UInt8, _ text: String) -> [UInt8] { [choice] + text.utf8 }

  private static let toml = """
    minimumRequestTime = 0.3
    location = { source = "route", interval = 1 }
    [resources.state]
    source = "https://status.example.org/fleet.json"
    retry = { attempts = 3, base = 0.2 }
    autoPolling.enabled = true
    [resources.state.headers]
    X = "${TOKEN}"
    [resources.b]
    source = 'command:a b'
    shape = 'menu'
    [limits]
    batch = 10
    """
  private static let json = #"""
    {"resources": {"state": {"source": "demo", "timeout": 10, "headers": {"X": "a"}}}, "limits": {"batch": 2e1}}
    """#
  private static let tomlScenario = """
    [[resources.menu.steps]]
    then = "ok"
    after = 0.5
    value = [{ name = "Coke", price = 3.5 }, 2000-01-01, inf]
    [[location.steps]]
    then = "ok"
    coordinate = { latitude = 1, longitude = 2 }
    """
  private static let jsonScenario = #"""
    {"resources": {"state": {"steps": [{"then": "serverError", "status": 503, "retryAfter": 2}], "end": "cycle"}}}
    """#
  private static let variables = """
    STATE=demo
    RESOURCES_MENU_TIMEOUT=2.5
    LIMITS_BATCH=3
    RESOURCES_A_B_SHAPE=any
    RESOURCES_STATE_TIMOUT=1
    """
}
