import Engine
import JSONRPC
import Jansson
import Presenter
import Reactor
import StatusCore
import Text

// The param `parts` of `openScreen`.

/// A part, and the resource that it shows.
struct ShownPart {
  let part: ScreenPart
  let resource: Resource

  init(_ name: String, _ resource: Resource, _ shape: ResourceShape? = nil) {
    part = ScreenPart(name, resource.id, shape ?? resource.shape)
    self.resource = resource
  }
}

extension Arguments {
  /// The most parts that a client may name.
  private static let mostParts = 1_000

  /// The parts of the screen: those of the params, else every resource that is not parameterised.
  @LoopActor
  func parts(of engine: Engine) throws(Problem) -> [ShownPart] {
    let resources = engine.resources
    guard let members = object("parts")?.members else {
      return resources.entries.compactMap { entry in
        guard case .resource(let resource) = entry else { return nil }
        return ShownPart(resource.name.rawValue, resource)
      }
    }
    var shown: [ShownPart] = []
    for form in try forms(members) { shown.append(try form.part(among: resources)) }
    // The instances of one screen may have taken each other's places.
    guard shown.allSatisfy({ resources[$0.part.resource] === $0.resource }) else {
      throw .tooManyInstances(engine.configuration.current.instances)
    }
    return shown
  }

  @LoopActor
  private func forms(_ members: [(String, JSONValue)]) throws(Problem) -> [PartForm] {
    guard members.count <= Self.mostParts else {
      throw .unfitParam(
        .unfit(param: words(of: "parts"), .tooManyMembers(members.count, most: Self.mostParts)), "range",
        path: path(of: "parts"))
    }
    return members.map { PartForm($0, $1, path: path(of: "parts")) }
  }
}

// MARK: While the configuration is wrong

/// The parts of a screen that was opened before anybody knew the resources.
struct KnownParts {
  var parts: [ScreenPart] = []
  var resources: [Resource] = []
  /// Why the first part that shows nothing does so; nil if each shows its resource.
  var problem: Problem?
}

extension Arguments {
  /// The parts that the params name, whatever resources there are going to be; without them, those of the resources
  /// that could be read.
  @LoopActor
  func namedParts(of engine: Engine) throws(Problem) -> [ScreenPart] {
    guard let members = object("parts")?.members else { return try parts(of: engine).map(\.part) }
    var parts: [ScreenPart] = []
    for form in try forms(members) { parts.append(try form.namedPart()) }
    return parts
  }

  /// The parts of ``parts(of:)`` and in the place of those that it would refuse, what ``namedParts(of:)`` has.
  @LoopActor
  func knownParts(of engine: Engine) -> KnownParts {
    var known = KnownParts()
    do throws(Problem) {
      for shown in try parts(of: engine) { known.add(shown.part, shown.resource) }
      return known
    } catch {
      known.problem = error
    }
    for form in (try? forms(object("parts")?.members ?? [])) ?? [] {
      if let shown = try? form.part(among: engine.resources) {
        known.add(shown.part, shown.resource)
      } else if let part = try? form.namedPart() {
        known.parts.append(part)
      }
    }
    return known
  }
}

extension KnownParts {
  fileprivate mutating func add(_ part: ScreenPart, _ resource: Resource) {
    parts.append(part)
    if !resources.contains(where: { $0 === resource }) { resources.append(resource) }
  }
}

/// What a client says of a part: `{resource?, arguments?, shape?}`.
@LoopActor
private struct PartForm {
  let name: String
  let json: JSONValue
  /// Where it stands in the params, and the same as words.
  let (path, words): (String, String)

  private static let members = ["resource", "arguments", "shape"]

  init(_ name: String, _ json: JSONValue, path: String) {
    self.name = name
    self.json = json
    self.path = path + JSONPointer.token(name)
    words = "params.parts.\(name.excerpt)"
  }

  func part(among resources: Resources) throws(Problem) -> ShownPart {
    try requireMembers()
    let resource = try resource(try string("resource") ?? name, among: resources)
    return ShownPart(name, resource, try shape(of: resource))
  }

  /// The part as far as it is known without its resource.
  func namedPart() throws(Problem) -> ScreenPart {
    try requireMembers()
    let resource = ResourceName(rawValue: try string("resource") ?? name)
    let arguments = json["arguments"].flatMap { $0.kind == .object ? $0 : nil }.map { object in
      ResourceArguments(
        Dictionary(object.members.map { ($0.0, $0.1.string ?? "") }, uniquingKeysWith: { first, _ in first }))
    }
    let shape = try string("shape").flatMap(ResourceShape.init) ?? resource.usualShape ?? .any
    return ScreenPart(name, ResourceID(resource, arguments), shape)
  }

  private func requireMembers() throws(Problem) {
    guard json.kind == .object else {
      throw .unfitParam(.unfit(param: words, .noObject(got: json.kind.noun)), "type", path: path)
    }
    for (member, _) in json.members where !Self.members.contains(member) {
      throw .unknownName(
        member, of: .memberOfPart, known: Self.members, path: path + JSONPointer.token(member))
    }
  }

  private func string(_ member: String) throws(Problem) -> String? {
    guard let value = json[member], !value.isNull else { return nil }
    guard let string = value.string else {
      throw .unfitParam(
        .unfit(param: "\(words).\(member)", .noString(got: value.kind.noun)), "type",
        path: "\(path)/\(member)")
    }
    return string
  }

  private func resource(_ name: String, among resources: Resources) throws(Problem) -> Resource {
    let arguments = json["arguments"].flatMap { $0.isNull ? nil : $0 }
    let (place, words) = ("\(path)/arguments", "\(words).arguments")
    if let family = resources.family(name) {
      return try resources.instance(of: family, with: arguments, at: place, words)
    }
    guard let resource = resources[name] else {
      throw .unknownResource(
        name, among: resources, path: json["resource"] == nil ? path : path + "/resource")
    }
    guard arguments == nil else { throw .takesNoArguments(resource, at: place, words) }
    return resource
  }

  private func shape(of resource: Resource) throws(Problem) -> ResourceShape? {
    guard let name = try string("shape") else { return nil }
    if name == ResourceShape.any.rawValue { return .any }
    guard name == resource.shape.rawValue else {
      throw .unknownName(
        name, of: .shape(of: resource.name), known: Array(Set([resource.shape.rawValue, "any"])).sorted(),
        path: path + "/shape")
    }
    return resource.shape
  }
}
