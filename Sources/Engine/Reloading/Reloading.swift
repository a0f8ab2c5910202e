import Logging
import Providers
import Reactor
import StatusCore

/// Reads the configuration again while the daemon runs, and puts what has changed in its place.
@LoopActor
final class Reloading {
  private let sources: ConfiguredSources
  private let parts: EngineParts
  private let environment: EngineEnvironment
  private let resources: Resources
  private let location: Location
  private let owners: PollingOwners
  private var reportedMistakes: ConfigurationProblems?
  private var reportedKeys: [String] = []

  init(
    _ sources: ConfiguredSources, _ resources: Resources, _ location: Location, _ owners: PollingOwners,
    _ parts: EngineParts, _ environment: EngineEnvironment
  ) {
    (self.sources, self.resources, self.location, self.owners) = (sources, resources, location, owners)
    (self.parts, self.environment) = (parts, environment)
  }

  /// The files whose change is a change of the configuration.
  var watchedFiles: [String] { environment.configuration.current.watchedFiles }

  /// A file has changed.
  ///
  /// Mistakes are logged whenever they are others than before, and then nothing changes.
  func fileChanged() {
    LoopPhase.enter("reading the configuration")
    do throws(ConfigurationProblems) {
      try reload()
    } catch {
      guard reportedMistakes != error else { return }
      reportedMistakes = error
      for line in error.lines {
        environment.logger.warning(
          "the configuration is not read again: what was read before stays", metadata: ["mistake": "\(line)"])
      }
    }
  }

  /// Reads the configuration again.
  ///
  /// - Throws: Its mistakes; then nothing changes.
  func reload() throws(ConfigurationProblems) {
    guard let read = environment.configuration.current.reload else { return }
    let fresh = try read()
    try requireFile(of: fresh)
    try requireParameters(of: fresh)
    reportedMistakes = nil
    let former = environment.configuration.current
    let merged = former.merged(with: fresh)
    apply(merged.configuration, over: former)
    report(merged.keysForRestart)
  }

  private func report(_ keys: [String]) {
    environment.logger.info("the configuration was read again")
    defer { reportedKeys = keys }
    guard !keys.isEmpty, keys != reportedKeys else { return }
    environment.logger.warning(
      "the configuration has changes that take effect with the next start",
      metadata: ["keys": "\(keys.joined(separator: ", "))"])
  }
}

// MARK: What stays as it was at the start

extension Reloading {
  /// A file that has gone is a mistake: the defaults are not what was meant.
  private func requireFile(of fresh: Configuration) throws(ConfigurationProblems) {
    guard let file = environment.configuration.current.file, fresh.file == nil else { return }
    throw ConfigurationProblems(ConfigurationProblem(.file(file), "there is no such file"))
  }

  /// Which resources are parameterised, and how, stays: clients rely on it.
  private func requireParameters(of fresh: Configuration) throws(ConfigurationProblems) {
    var problems = ConfigurationProblems()
    for entry in fresh.resources where resources.shape(of: entry.name) != nil {
      let parameters =
        if case .template(let template) = entry.source { template.parameters } else { [String]() }
      if resources.hasParameters(parameters, of: entry.name) { continue }
      problems.add(
        ConfigurationProblem(
          .file(fresh.file ?? ""), key: "resources.\(entry.name).source",
          "has other parameters than at the start; restart the daemon"))
    }
    guard problems.isEmpty else { throw problems }
  }
}

// MARK: What changes

extension Reloading {
  private func apply(_ fresh: Configuration, over former: Configuration) {
    environment.configuration.current = fresh
    resources.limit(instances: fresh.instances)
    // A new limit of HTTP is in every source.
    let hasNewLimits = fresh.http != former.http
    for (entry, past) in zip(fresh.resources, former.resources) {
      let replaces = fresh.scenario == nil && (hasNewLimits || !entry.hasSource(of: past))
      let hasOtherOptions =
        entry.recoveryOptions != past.recoveryOptions || fresh.recoveryOptions != former.recoveryOptions
      guard entry != past || replaces || hasOtherOptions else { continue }
      resources.reconfigure(
        entry, replacingSource: replaces, customOptions: CustomOptions(of: entry, in: fresh),
        owners: entry.policy.polling.isEnabled ? owners.all : [])
    }
    let isSameLocation =
      fresh.location == former.location && !(fresh.location.source.isFetched && hasNewLimits)
    if !isSameLocation, fresh.scenario == nil { location.reconfigure(by: fresh, parts) }
  }
}
