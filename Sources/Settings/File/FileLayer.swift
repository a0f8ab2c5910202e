import Engine
import StatusCore
import Text

/// Judges what a configuration file says, key by key.
struct FileLayer {
  let file: ConfigurationFile
  let environment: Environment

  func layer() throws(ConfigurationProblem) -> Layer {
    try layer(of: try file.contents())
  }

  func layer(of members: [GivenValue.Member]) throws(ConfigurationProblem) -> Layer {
    var layer = Layer()
    for member in members {
      guard member.name == "resources" else {
        layer.daemon += try values(of: [member], in: Setting.ofDaemon, siblings: ["resources"])
        continue
      }
      for resource in try table(member.value, at: "resources") {
        guard let name = ResourceName.configured(resource.name) else {
          throw problem("resources", "has a resource “\(resource.name.excerpt)”; a name \(ResourceName.rule)")
        }
        layer.resources += try values(of: name, resource.value)
      }
    }
    return layer
  }

  private func values(
    of name: ResourceName, _ value: GivenValue
  ) throws(ConfigurationProblem) -> [(ResourceName, Setting<Configuration.Resource>, SettingValue)] {
    let members = try table(value, at: name.key)
    return try values(of: members, in: Setting.ofResources, below: name.key) { $0.form(for: name) }
      .map { (name, $0, $1) }
  }

  /// - Parameters:
  ///   - path: The names of the tables around the members, below the root of the settings.
  ///   - root: The key of the root, nothing for the configuration itself.
  ///   - siblings: Further names that are known there.
  private func values<Root>(
    of members: [GivenValue.Member], in settings: [Setting<Root>], path: [String] = [],
    below root: String = "",
    siblings: [String] = [], form: (Setting<Root>) -> SettingForm = \.form
  ) throws(ConfigurationProblem) -> [(Setting<Root>, SettingValue)] {
    var values: [(Setting<Root>, SettingValue)] = []
    for member in members {
      let inner = path + [member.name]
      let key = ([root] + inner).filter { !$0.isEmpty }.joined(separator: ".")
      let here = settings.filter { $0.path.starts(with: inner) }
      if here.isEmpty {
        throw unknown(
          member.name, key, known: settings.compactMap { $0.path.dropFirst(path.count).first } + siblings)
      }
      if let setting = here.first(where: { $0.path == inner }) {
        values.append((setting, try value(member.value, form(setting), key)))
      } else {
        values += try self.values(
          of: table(member.value, at: key), in: here, path: inner, below: root, form: form)
      }
    }
    return values
  }

  private func value(_ given: GivenValue, _ form: SettingForm, _ key: String) throws(ConfigurationProblem)
    -> SettingValue
  {
    do throws(UnfitValue) {
      return try form.value(given, environment)
    } catch {
      throw problem(key, error.expectation + (error.got.map { ", got \($0)" } ?? ""))
    }
  }

  private func table(_ value: GivenValue, at key: String) throws(ConfigurationProblem) -> [GivenValue.Member]
  {
    guard case .table(let members) = value else { throw problem(key, "must be a table, got \(value.kind)") }
    return members
  }

  private func unknown(_ name: String, _ key: String, known: [String]) -> ConfigurationProblem {
    let advice =
      if let nearest = name.nearest(in: known) {
        "did you mean \(key.dropLast(name.count))\(nearest)?"
      } else {
        "known there are \(Set(known).sorted().joined(separator: ", "))"
      }
    return problem(key, "is unknown; \(advice)")
  }

  private func problem(_ key: String, _ message: String) -> ConfigurationProblem {
    ConfigurationProblem(.file(file.path), key: key, message)
  }
}
