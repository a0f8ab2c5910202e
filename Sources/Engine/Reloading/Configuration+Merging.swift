import Providers
import StatusCore

extension Configuration {
  /// What a daemon that runs makes of a configuration that was read again.
  struct Merged {
    /// The present configuration with everything from the fresh one that can change while the daemon runs.
    var configuration: Configuration
    /// The keys whose changes need a restart.
    var keysForRestart: [String] = []
  }

  func merged(with fresh: Configuration) -> Merged {
    var merged = Merged(configuration: fresh)
    // Chance goes on as it was: a seed drawn anew would be another.
    merged.configuration.seed = seed
    merged.configuration.jitterSeed = jitterSeed
    // Another may play by now than the command line names.
    merged.configuration.scenario = scenario
    merged.keep(\.store.path, "store.path", of: self)
    merged.keep(\.store.quota, "store.quota", of: self)
    merged.keep(\.metrics.path, "metrics.path", of: self)
    merged.keep(\.metrics.interval, "metrics.interval", of: self)
    merged.keepLimits(of: self)
    merged.keepShared(of: self)
    merged.keepResources(of: self)
    return merged
  }
}

extension Configuration.Merged {
  /// A session lives by the limits that it has begun with: clients rely on them.
  fileprivate mutating func keepLimits(of present: Configuration) {
    keep(\.limits.messageBytes, "limits.messageBytes", of: present)
    keep(\.limits.inFlight, "limits.inFlight", of: present)
    keep(\.limits.batch, "limits.batch", of: present)
    keep(\.limits.subscriptions, "limits.subscriptions", of: present)
    keep(\.limits.screens, "limits.screens", of: present)
    keep(\.limits.inlineBytes, "limits.inlineBytes", of: present)
    keep(\.limits.tasks, "limits.tasks", of: present)
    keep(\.limits.depth, "limits.depth", of: present)
    keep(\.limits.tokens, "limits.tokens", of: present)
    keep(\.limits.outputBytes, "limits.outputBytes", of: present)
    keep(\.limits.notificationBytes, "limits.notificationBytes", of: present)
    keep(\.limits.outputStall, "limits.outputStall", of: present)
  }

  /// A daemon of several clients is found by its configuration.
  fileprivate mutating func keepShared(of present: Configuration) {
    keep(\.shared.sessions, "shared.sessions", of: present)
    keep(\.shared.inFlight, "shared.inFlight", of: present)
    keep(\.shared.outputBytes, "shared.outputBytes", of: present)
    keep(\.shared.idleTimeout, "shared.idleTimeout", of: present)
    keep(\.shared.environment, "shared.environment", of: present)
  }

  /// Resources are made at the start and not while the daemon runs, each with its shape: clients rely on their list.
  fileprivate mutating func keepResources(of present: Configuration) {
    let fresh = configuration.resources
    configuration.resources = present.resources.map { former in
      guard var entry = fresh.first(where: { $0.name == former.name }) else {
        keysForRestart.append("resources.\(former.name)")
        return former
      }
      if entry.shape != former.shape { keysForRestart.append("resources.\(former.name).shape") }
      entry.shape = former.shape
      return entry
    }
    for entry in fresh where !present.resources.contains(where: { $0.name == entry.name }) {
      keysForRestart.append("resources.\(entry.name)")
    }
  }

  fileprivate mutating func keep<Value: Equatable>(
    _ place: WritableKeyPath<Configuration, Value>, _ key: String, of present: Configuration
  ) {
    guard configuration[keyPath: place] != present[keyPath: place] else { return }
    configuration[keyPath: place] = present[keyPath: place]
    keysForRestart.append(key)
  }
}

extension Configuration.Resource {
  /// Whether the same source would be made of both entries; each transfer reads the files that they name anew.
  func hasSource(of other: Configuration.Resource) -> Bool {
    guard identity == other.identity, source == other.source, caFile == other.caFile, key == other.key,
      connectTimeout == other.connectTimeout, statuses == other.statuses, fileHeaders == other.fileHeaders,
      want == other.want
    else { return false }
    switch source {
    // A stream watches the time of its connections itself.
    case .events, .template(.events): return policy.attemptTimeout == other.policy.attemptTimeout
    case .demo, .file, .command, .stream, .http, .template: return true
    }
  }
}
