import Engine
import Providers

extension Setting<Configuration> {
  /// The keys beside `resources`.
  static let ofDaemon: [Self] =
    [
      .seconds(
        "minimumRequestTime", 0...60, \.minimumRequestTime,
        "No response with a failure comes sooner, so that buttons do not flicker.")
    ] + ofLocation + ofStore + ofMetrics + ofLimits + ofShared + [ofRecoveryOptions]

  private static let ofRecoveryOptions = Setting(
    key: "recoveryOptions", form: .recoveryOptions,
    summary: "Recovery options of your own for the failures of all resources, by name."
  ) {
    if case .recoveryOptions(let options) = $0 { $1.recoveryOptions = options }
  } current: { _ in
    nil
  }

  private static let ofLocation: [Self] = [
    Setting(key: "location.source", form: .locationSource, summary: "Where the location comes from") {
      if case .location(let address) = $0 { $1.location.source = address }
    } current: {
      .location($0.location.source)
    },
    .seconds(
      "location.interval", 0.1...86_400, \.location.interval,
      "From one position of the route to the next, or from one fetch to the next, which is 1 second at least."
    ),
  ]

  private static let ofStore: [Self] = [
    Setting(key: "store.path", form: .storePath, summary: "The folder of the store; `none` keeps nothing.") {
      if case .text(let path) = $0 { $1.store.path = path == "none" ? nil : path }
    } current: {
      .text($0.store.path ?? "none")
    },
    .integer(
      "store.quota", 65_536...1_099_511_627_776, unit: .bytes, \.store.quota,
      "The most that values and history may take up."),
  ]

  private static let ofMetrics: [Self] = [
    .text(
      "metrics.path", .path, \.metrics.path,
      "The file in which `serve` keeps metrics for Prometheus; a name that ends in `.prom`."),
    .seconds(
      "metrics.interval", 1...86_400, \.metrics.interval, "From one writing of that file to the next."),
  ]

  private static let ofLimits: [Self] = [
    .integer(
      "limits.messageBytes", 1_024...1_073_741_824, unit: .bytes, \.limits.messageBytes,
      "The longest message."),
    .integer("limits.inFlight", 1...65_536, \.limits.inFlight, "Calls that wait at a time."),
    .integer("limits.batch", 1...10_000, \.limits.batch, "Members of a batch."),
    .integer(
      "limits.subscriptions", 1...65_536, \.limits.subscriptions, "Subscriptions of the location at a time."),
    .integer("limits.screens", 1...256, \.limits.screens, "Screens that are open at a time."),
    .integer(
      "limits.inlineBytes", 1_024...1_048_576, unit: .bytes, \.limits.inlineBytes,
      "Of `mcp`: the most of a value that a tool gives at once; a longer one is given in parts."),
    .integer(
      "limits.tasks", 0...1_024, \.limits.tasks,
      "Of `mcp`: the tasks that are kept for a client that takes them; 0 switches them off."),
    .integer(
      "limits.instances", 1...65_536, \.instances,
      "Instances of all parameterised resources together; the least recently used that nobody needs is dropped."
    ),
    .integer("limits.depth", 8...128, \.limits.depth, "Arrays and objects within each other in a message."),
    .integer(
      "limits.tokens", 1_000...10_000_000, \.limits.tokens,
      "Structural tokens of a message: `{`, `[`, `,` and `:` outside strings."),
    .integer(
      "limits.outputBytes", 4_096...1_073_741_824, unit: .bytes, \.limits.outputBytes,
      "Output that waits for its reader; with more, nothing further is received."),
    .integer(
      "limits.notificationBytes", 4_096...1_073_741_824, unit: .bytes, \.limits.notificationBytes,
      "Output that waits, up to which notifications are added; with more they are conflated to the newest."),
    .seconds(
      "limits.outputStall", 0.1...86_400, \.limits.outputStall,
      "For how long output may wait without moving before it is logged as a warning."),
    .integer(
      "limits.bodyBytes", 1...1_073_741_824, unit: .bytes, \.http.bodyBytes,
      "What a source may bring, decompressed."),
    .integer(
      "limits.bodyValues", 1_000...1_000_000_000, \.bodyValues,
      "Structural tokens that a source may bring: `{`, `[`, `,` and `:` outside strings."),
    .integer(
      "limits.headerBytes", 1_024...262_144, unit: .bytes, \.http.headerBytes,
      "The header section of one HTTP response."),
    .integer("limits.redirects", 0...50, \.http.maxRedirects, "Redirects that one attempt follows."),
  ]

  private static let ofShared: [Self] = [
    .integer(
      "shared.sessions", 1...4_096, \.shared.sessions,
      "Clients that a daemon of several has at a time."),
    .integer(
      "shared.inFlight", 1...1_048_576, \.shared.inFlight,
      "Calls that wait at a time, of all clients together."
    ),
    .integer(
      "shared.outputBytes", 1_048_576...68_719_476_736, unit: .bytes, \.shared.outputBytes,
      "Memory of output that waits, of all clients together; with more, no client is read whose own output waits."
    ),
    .seconds(
      "shared.idleTimeout", 0...31_536_000, \.shared.idleTimeout,
      "How long a daemon of several clients stays when it has none; 0 for as long as it can."),
    Setting(
      key: "shared.environment", form: .variables,
      summary: "Variables that the programs of such a daemon get, beside those that it has in any case."
    ) {
      if case .variables(let names) = $0 { $1.shared.environment = names }
    } current: {
      $0.shared.environment.isEmpty ? nil : .variables($0.shared.environment)
    },
  ]
}
