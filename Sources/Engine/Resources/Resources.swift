import Providers
package import Reactor
package import StatusCore
import Text

/// All resources, in the order of `listResources`.
@LoopActor
package final class Resources {
  /// What stands behind a name of the configuration.
  package enum Entry {
    case resource(Resource)
    case family(ResourceFamily)
  }

  package let entries: [Entry]
  /// The resource of a call that names none; nil if it is parameterised.
  package let state: Resource?
  private let plainNames: [String]
  private let plain: [Resource]
  private let byName: [String: Resource]
  /// So many names are compared one after the other: each takes 30 instructions, and to hash one takes 350.
  private static let few = 8
  private let families: [String: ResourceFamily]
  private let instances: Instances
  private let sources: ConfiguredSources
  /// Ready to be searched; most processes never do.
  private lazy var known = KnownNames(names.map(\.rawValue))

  init(_ configuration: Configuration, from sources: ConfiguredSources, environment: EngineEnvironment) {
    entries = configuration.resources.enumerated().map { number, entry in
      let customOptions = CustomOptions(of: entry, in: configuration)
      if case .template(let template) = entry.source {
        return .family(ResourceFamily(entry, at: template, customOptions: customOptions))
      }
      let id = ResourceID(entry.name)
      return .resource(
        Resource(
          id, entry, from: sources.source(of: id, entry), Resource.Beginning(number: number),
          customOptions: customOptions, environment: environment))
    }
    plain = entries.compactMap(\.resource)
    plainNames = plain.map(\.name.rawValue)
    byName = Dictionary(uniqueKeysWithValues: plain.map { ($0.name.rawValue, $0) })
    families = Dictionary(uniqueKeysWithValues: entries.compactMap(\.family).map { ($0.name.rawValue, $0) })
    instances = Instances(
      limit: configuration.instances, firstNumber: entries.count, from: sources, environment: environment)
    state = byName[ResourceName.state.rawValue]
    self.sources = sources
  }

  /// The resources that there are at present, instances included.
  package var all: [Resource] {
    entries.flatMap { entry in
      switch entry {
      case .resource(let resource): [resource]
      case .family(let family): family.instances
      }
    }
  }

  /// The names of the configuration.
  package var names: [ResourceName] { entries.map(\.name) }

  /// The name of the configuration that was probably meant by an unknown one; nil when none is near.
  package func nearest(to name: String) -> String? { known.nearest(to: name) }

  /// The resource with a name that came from a client; nil if there is none, or a parameterised one.
  package subscript(name: String) -> Resource? {
    guard plain.count <= Self.few else { return byName[name] }
    // No closure: each that is isolated costs 350 instructions.
    guard let index = plainNames.firstIndex(of: name) else { return nil }
    return plain[index]
  }

  /// The parameterised resource of that name; nil if there is none.
  package func family(_ name: String) -> ResourceFamily? { families[name] }

  /// The resource of that id; nil for ``ResourceID/location`` and an instance that was dropped.
  package subscript(id: ResourceID) -> Resource? {
    guard let arguments = id.arguments else { return byName[id.name.rawValue] }
    return families[id.name.rawValue]?[arguments]
  }

  /// The instance with these arguments, which is made if there is none.
  ///
  /// - Throws: Why these cannot be its arguments, or that there are too many instances.
  package func instance(
    of family: ResourceFamily, with arguments: ResourceArguments
  ) throws(InstanceProblem) -> Resource {
    try instances.instance(of: family, with: arguments)
  }
}

extension Resources {
  /// The resource of a failure, which may be an instance that was dropped meanwhile and is made again.
  ///
  /// - Returns: nil for the location.
  func resource(of id: ResourceID) throws(Problem) -> Resource? {
    guard let arguments = id.arguments, let family = families[id.name.rawValue] else { return self[id] }
    do throws(InstanceProblem) {
      return try instance(of: family, with: arguments)
    } catch {
      switch error {
      case .full(let limit): throw .tooManyInstances(limit)
      case .arguments(let fault):
        // The configuration was read again, and its new source does not take what the former one did.
        throw Problem(
          .sourceMisconfigured,
          explanation: .request(.argument("arguments.\(fault.name ?? "")", finding: fault.explanation)))
      }
    }
  }

  /// The shape of the values behind a name; nil for an unknown one.
  package func shape(of name: ResourceName) -> ResourceShape? {
    byName[name.rawValue]?.shape ?? families[name.rawValue]?.shape
  }

  /// Gives the resource of an entry, or its instances, the sources of the scenario that plays now.
  func play(_ entry: Configuration.Resource) {
    each(of: entry) { $0.play(sources.source(of: $0.id, $1), identity: $1.identity) }
  }

  /// Takes an entry that has changed to its resource, or to its instances.
  func reconfigure(
    _ entry: Configuration.Resource, replacingSource: Bool, customOptions: CustomOptions, owners: [Owner]
  ) {
    if let family = families[entry.name.rawValue], case .template(let template) = entry.source {
      family.update(entry, at: template, customOptions: customOptions)
    }
    each(of: entry) { resource, own in
      let source = replacingSource ? sources.source(of: resource.id, own) : nil
      resource.reconfigure(by: own, source: source, customOptions: customOptions, owners: owners)
    }
  }

  /// Calls `body` with the resource of an entry, or with each instance and an entry of its own.
  private func each(of entry: Configuration.Resource, _ body: (Resource, Configuration.Resource) -> Void) {
    if let resource = byName[entry.name.rawValue] { return body(resource, entry) }
    guard let family = families[entry.name.rawValue] else { return }
    for instance in family.instances {
      // One whose arguments a new source refuses keeps the former until it is dropped.
      guard let arguments = instance.id.arguments, let own = try? family.entry(of: arguments) else {
        continue
      }
      body(instance, own)
    }
  }

  /// Sets `limits.instances`.
  func limit(instances count: Int) { instances.limit = count }

  /// Whether what stands behind a name takes the same parameters with another source.
  func hasParameters(_ parameters: [String], of name: ResourceName) -> Bool {
    Set(families[name.rawValue]?.parameters ?? []) == Set(parameters)
  }
}

extension Resources.Entry {
  package var name: ResourceName {
    switch self {
    case .resource(let resource): resource.name
    case .family(let family): family.name
    }
  }

  var resource: Resource? {
    if case .resource(let resource) = self { resource } else { nil }
  }

  var family: ResourceFamily? {
    if case .family(let family) = self { family } else { nil }
  }
}

extension Problem {
  /// `overloaded`: every instance is needed.
  package static func tooManyInstances(_ limit: Int) -> Problem {
    var detail = FailureDetail()
    detail.limit = limit
    return Problem(
      .overloaded, detail: detail, retryAfter: .seconds(1),
      explanation: .request(.tooManyInstances(limit: limit)))
  }
}
