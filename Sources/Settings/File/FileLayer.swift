import Engine
import Providers
import StatusCore
import Text

/// Judges what a configuration file says, key by key, to its end: a mistake hides no other.
struct FileLayer {
  let file: ConfigurationFile
  let environment: Environment
  var problems = ConfigurationProblems()
  var origins: [(key: String, origin: SettingOrigin)] = []
  private var headerTemplates: [(key: String, text: String)] = []
  private var secretFiles: [String] = []
  private var missing: [MissingValue] = []
  /// What the file holds.
  private var members: [GivenValue.Member] = []
  /// The resource whose table is read.
  private var resource: ResourceName?

  init(file: ConfigurationFile, environment: Environment) {
    (self.file, self.environment) = (file, environment)
  }

  /// What the file says; nothing if it cannot be read.
  mutating func layer() -> Layer {
    members = problems.collect { () throws(ConfigurationProblem) in try file.contents() } ?? []
    return layer(of: members)
  }

  /// Where its keys stand, once it was read.
  var lines: KeyLines { KeyLines(path: file.path, members: members) }

  mutating func layer(of members: [GivenValue.Member]) -> Layer {
    var layer = Layer()
    for member in members.inFileOrder {
      switch member.name {
      case "resources":
        for resource in table(member.value, at: "resources").inFileOrder {
          readResource(resource, into: &layer)
        }
      case "watch":
        for watch in table(member.value, at: "watch").inFileOrder { readWatch(watch, into: &layer) }
      default:
        layer.daemon += values(of: [member], in: Setting.ofDaemon, siblings: ["resources", "watch"])
      }
    }
    (layer.origins, layer.headerTemplates, layer.secretFiles) = (origins, headerTemplates, secretFiles)
    layer.missing = missing
    return layer
  }

  private mutating func readResource(_ resource: GivenValue.Member, into layer: inout Layer) {
    guard let name = ResourceName.configured(resource.name) else {
      return add("resources", "has a resource “\(resource.name.excerpt)”; a name \(ResourceName.rule)")
    }
    self.resource = name
    defer { self.resource = nil }
    let members = table(resource.value, at: name.key)
    if case .table = resource.value { layer.tables.append(name) }
    let values = values(of: members, in: Setting.ofResources, below: name.key)
    layer.resources += values.map { (name, $0, $1) }
    let hasSource = values.contains { $0.0.form == .source }
    guard !hasSource, members.prefix(100).contains(where: Self.isMeantAsSource) else { return }
    layer.wrongSources.append(name)
  }

  /// `sorce` was reported as unknown, with the name that was meant.
  private static func isMeantAsSource(_ member: GivenValue.Member) -> Bool {
    member.name == "source" || SettingExample.meant(by: member.name) == "source"
      || member.name.nearest(in: Setting.ofResources.map { $0.path[0] }) == "source"
  }

  /// - Parameters:
  ///   - path: The names of the tables around the members, below the root of the settings.
  ///   - root: The key of the root, nothing for the configuration itself.
  ///   - siblings: Further names that are known there.
  mutating func values<Root>(
    of members: [GivenValue.Member], in settings: [Setting<Root>], path: [String] = [],
    below root: String = "",
    siblings: [String] = [], form: (Setting<Root>) -> SettingForm = \.form
  ) -> [(Setting<Root>, SettingValue)] {
    var values: [(Setting<Root>, SettingValue)] = []
    for member in members.inFileOrder {
      let inner = path + [member.name]
      let key = ([root] + inner).filter { !$0.isEmpty }.chained(by: ".")
      let here = settings.filter { $0.path.starts(with: inner) }
      if here.isEmpty {
        let known = settings.compactMap { $0.path.dropFirst(path.count).first } + siblings
        add(key, Self.unknown(member.name, key, known: known, isOfResource: root.isResource && path.isEmpty))
      } else if let setting = here.first(where: { $0.path == inner }) {
        guard let value = value(member.value, form(setting), key) else { continue }
        values.append((setting, value))
        origins.append((key, .file(file.path, line: member.line)))
      } else {
        let example = SettingExample.table(inner, of: here.map { ($0.path, $0.form) }, for: member.value)
        values += self.values(
          of: table(member.value, at: key, example), in: here, path: inner, below: root, form: form)
      }
    }
    return values
  }

  private mutating func value(_ given: GivenValue, _ form: SettingForm, _ key: String) -> SettingValue? {
    if form == .recoveryOptions { return .recoveryOptions(recoveryOptions(table(given, at: key), at: key)) }
    if form == .headers, case .table(let members) = given { return headers(members, at: key) }
    if form == .statuses { return .statuses(statuses(table(given, at: key), at: key)) }
    if form == .kinds, case .array(let names) = given { return kinds(names, at: key) }
    if form == .classRules, case .array(let rules) = given { return classRules(rules, at: key) }
    do throws(UnfitValue) {
      return try form.value(try expanded(given, form), environment)
    } catch {
      guard error.isMissing, case .string(let text) = given else {
        add(key, error)
        return nil
      }
      return withoutVariable(text, form, key, error)
    }
  }

  /// What stands for a string that names a variable which is not set.
  private mutating func withoutVariable(
    _ text: String, _ form: SettingForm, _ key: String, _ error: UnfitValue
  ) -> SettingValue? {
    let owner = key == "location.source" ? .location : resource
    switch form {
    // The words as they stand there; nothing fails for them.
    case .title:
      note(key, error, text, owner: nil)
      return .text(text)
    // Which parameters it has must be known, even if it can lead nowhere.
    case .source where owner != nil:
      note(key, error, text, owner: owner)
      let address = try? StringTemplate.expanded(text, environment, standIn: "1")
      return .source(address.flatMap { try? SourceAddress($0) } ?? .demo)
    case _ where owner != nil: note(key, error, text, owner: owner)
    // No resource fails in its place.
    default: add(key, error)
    }
    return nil
  }

  private mutating func note(
    _ key: String, _ error: UnfitValue, _ text: String, owner: ResourceName?, isHeader: Bool = false,
    isFile: Bool = false
  ) {
    let problem = ConfigurationProblem(.file(file.path), key: key, error.expectation)
    missing.append(
      MissingValue(owner: owner, problem: problem, text: text, isHeader: isHeader, isFile: isFile))
  }

  /// A string with variables of the environment in their places.
  ///
  /// Those of a command are its shell's, if it starts one, and command and daemon have the same environment.
  private func expanded(_ given: GivenValue, _ form: SettingForm) throws(UnfitValue) -> GivenValue {
    guard form.takesVariables, case .string(let text) = given, text.utf8.contains(UInt8(ascii: "$")),
      SourceAddress.Scheme(of: text)?.isProgram != true
    else { return given }
    return .string(try StringTemplate.expanded(text, environment))
  }

  /// Every name that is no kind of failure is a mistake of its own.
  private mutating func kinds(_ names: [GivenValue], at key: String) -> SettingValue? {
    var kinds: Set<FailureKind> = []
    for given in names.isEmpty ? [names] : names.map({ [$0] }) {
      do throws(UnfitValue) {
        if case .kinds(let some) = try SettingForm.kinds.value(.array(given), environment) {
          kinds.formUnion(some)
        }
      } catch {
        add(key, error)
      }
    }
    return kinds.isEmpty ? nil : .kinds(kinds)
  }

  private mutating func headers(_ members: [GivenValue.Member], at key: String) -> SettingValue {
    var table = HeaderTable()
    for member in members {
      let known = table.templates.count
      do throws(UnfitValue) {
        try table.add(member, environment)
      } catch {
        guard error.isMissing, case .string(let text) = member.value else {
          add(key, error)
          continue
        }
        note(
          key, error, text, owner: resource, isHeader: true, isFile: table.templates.count > known)
      }
      origins.append(("\(key).\(member.name)", .file(file.path, line: member.line)))
      if case .string(let template) = member.value {
        headerTemplates.append(("\(key).\(member.name)", template))
      }
    }
    secretFiles += table.files
    return .headers(table.headers, templates: table.templates, variables: table.variables)
  }

  /// The members of a table; none of what is no table.
  ///
  /// - Parameter example: A table that could stand there.
  mutating func table(
    _ value: GivenValue, at key: String, _ example: @autoclosure () -> String? = nil
  ) -> [GivenValue.Member] {
    if case .table(let members) = value { return members }
    let advice = example().map { ", as in \($0)" } ?? ""
    add(key, "must be a table\(advice), got \(value.kind)")
    return []
  }

  mutating func add(_ key: String, _ message: @autoclosure () -> String) {
    let place = ConfigurationProblem.Place.file(file.path)
    problems.add(ConfigurationProblem(place, key: key, message()))
  }

  mutating func add(_ key: String, _ value: UnfitValue) {
    add(
      key,
      value.expectation + (value.got.map { ", got \($0)" } ?? "") + (value.advice.map { "; \($0)" } ?? ""))
  }

  private static func unknown(
    _ name: String, _ key: String, known: [String], isOfResource: Bool
  ) -> String {
    let meant = isOfResource ? SettingExample.meant(by: name) : nil
    let advice =
      if let nearest = meant ?? name.nearest(in: known) {
        "did you mean \(key.dropLast(name.count))\(nearest)?"
      } else {
        "known there are \(Set(known).sorted().joined(separator: ", "))"
      }
    return "is unknown; \(advice)"
  }
}
