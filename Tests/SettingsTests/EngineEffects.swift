import Logging
import Reactor
import StatusCore
import TestSupport

@testable import Engine
@testable import Providers

/// An engine whose configuration is read again, with a spy on what it makes of it.
@LoopActor
final class ReloadedEngine {
  let engine: Engine
  let owner = Owner("test")
  private let file: Box<Configuration>

  init(_ configuration: Configuration) {
    let file = Box(configuration)
    var configuration = configuration
    configuration.reload = { () throws(ConfigurationProblems) in LoopActor.assumeIsolated { file.value } }
    self.file = file
    var parts = EngineParts()
    parts.clock = ManualClock(loop: LoopActor.shared.loop)
    engine = Engine(
      configuration, parts: parts, loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    engine.begin(for: owner)
  }

  func reload(_ fresh: Configuration) {
    file.value = fresh
    engine.reloading.fileChanged()
  }

  /// Ends what is under way, so that no source is asked after the test.
  func end() {
    engine.forget(owner)
  }

  /// What the engine does with its configuration: a fact on each line, in the order of the resources.
  var effects: [String] {
    var effects = [
      "minimum \(engine.minimumRequestTime)", "bodyValues \(environment.configuration.current.bodyValues)",
      "instances \(instances)",
      "location \(SourceSpy.facts(of: location))",
    ]
    for resource in engine.resources.all {
      let options = resource.customOptions.offered.map { offered in
        let command = resource.command(of: String(offered.option.id.rawValue.dropFirst("custom:".count)))
        return "\(offered.option) \(offered.kinds?.count ?? 0) \(command?.command.words ?? [])"
      }
      effects += [
        "\(resource.name) \(SourceSpy.facts(of: resource.intake.source))",
        "\(resource.name) \(resource.shape) \(resource.machine.policy) \(excerpts(of: resource))",
        "\(resource.name) polls \(wishes(for: resource).effective)", "\(resource.name) \(options)",
        "\(resource.name) \(resource.intake.identity.bytes)",
      ]
    }
    return effects
  }

  // MARK: What has no name outside

  private var environment: EngineEnvironment { part("environment", of: engine) }
  private var instances: Int { (part("instances", of: engine.resources) as Instances).limit }
  private var location: any LocationSource { part("source", of: engine.location) }
  private func excerpts(of resource: Resource) -> Bool { part("excerpts", of: resource.intake) }
  private func wishes(for resource: Resource) -> PollingWishes<Owner> { part("wishes", of: resource) }

  private func part<Part>(_ name: String, of whole: Any) -> Part {
    guard let part = Mirror(reflecting: whole).descendant(name) as? Part else {
      preconditionFailure("nothing called \(name) in \(type(of: whole))")
    }
    return part
  }
}

/// Tells what a source was made with.
enum SourceSpy {
  /// The type of a source and its settings, which no source shows by itself.
  static func facts(of source: Any) -> String {
    let children = Mirror(reflecting: source).children.compactMap { child in
      fact(child.value).map { "\(child.label ?? ""): \($0)" }
    }
    return "\(type(of: source))(\(children.joined(separator: ", ")))"
  }

  /// What a property holds; nil for one that is no setting.
  private static func fact(_ value: Any) -> String? {
    switch value {
    case let options as HTTPOptions:
      "\(options.limits) \(options.caFile ?? "") \(String(describing: options.clientCertificate)) "
        + (options.headers + options.fileHeaders.compactMap(\.present)).map { "\($0.name)=\($0.value)" }
        .joined() + " \(options.statuses)"
    case let url as HTTPURL: url.text
    case let file as RegularFile: "\(file.path) \(file.limit)"
    case let command as Command: "\(command.words)"
    case let polling as LocationPolling: "\(polling)"
    case let source as any Source: facts(of: source)
    case is Int, is Duration, is Bool, is LiveMode?: "\(value)"
    default: nil
    }
  }
}
