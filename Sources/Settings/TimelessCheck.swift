import Engine
import Providers
import StatusCore

/// What takes real time has no place in time that the client moves: `--clock manual` refuses it.
enum TimelessCheck {
  static func problems(of configuration: Configuration) -> ConfigurationProblems {
    var problems = ConfigurationProblems()
    for resource in configuration.resources { requireTimeless(resource, &problems) }
    requireTimeless(configuration.location, &problems)
    if configuration.store.path != nil {
      problems.add(problem("store.path", "must be none, got a folder: a disk takes real time"))
    }
    requireNoCommand(configuration.recoveryOptions, below: "", &problems)
    for resource in configuration.resources {
      requireNoCommand(resource.recoveryOptions, below: "\(resource.name.key).", &problems)
    }
    return problems
  }

  private static func requireTimeless(
    _ resource: Configuration.Resource, _ problems: inout ConfigurationProblems
  ) {
    let kind: String
    switch resource.source {
    case .demo, .file, .template(.file): return
    case .http, .template(.http): kind = "a URL"
    case .events, .template(.events): kind = "an event stream"
    case .command, .template(.command): kind = "a command"
    case .stream, .template(.stream): kind = "a stream"
    }
    problems.add(
      problem(
        "\(resource.name.key).source", "must be demo or file:PATH, got \(kind), which takes real time"))
  }

  private static func requireTimeless(
    _ location: Configuration.Location, _ problems: inout ConfigurationProblems
  ) {
    let kind: String
    switch location.source {
    case .route, .routeFile, .gpx, .file: return
    case .gpsd: kind = "gpsd"
    case .http: kind = "a URL"
    case .command: kind = "a command"
    }
    problems.add(
      problem(
        "location.source",
        "must be route, route:FILE, gpx:FILE or file:PATH, got \(kind), which takes real time"))
  }

  /// While a scenario plays, no command runs; without one it would take real time.
  private static func requireNoCommand(
    _ options: [Configuration.RecoveryOption], below path: String, _ problems: inout ConfigurationProblems
  ) {
    for option in options where option.command != nil {
      problems.add(
        problem(
          "\(path)recoveryOptions.\(option.name).command",
          "takes real time; leave it out, or play a scenario, in which no command runs"))
    }
  }

  private static func problem(_ key: String, _ message: String) -> ConfigurationProblem {
    ConfigurationProblem(.option("--clock manual"), key: key, message)
  }
}
