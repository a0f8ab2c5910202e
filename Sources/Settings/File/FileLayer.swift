import StatusCore
import Engine
import Text

/// Judges what a configuration file says, key by key.
struct FileLayer {
  let file: ConfigurationFile
  let environment: [String: String]

  func layer() throws(ConfigurationFault) -> Layer {
    var layer = Layer()
    for member in try file.contents() {
      guard member.name == "resources" else {
        layer.daemon += try values(of: [member], in: Setting.ofDaemon, siblings: ["resources"])
        continue
      }
      for resource in try table(member.value, at: "resources") {
        guard let name = ResourceName.configured(resource.name) else {
          throw fault("resources", "has a resource “\(resource.name.excerpt)”; a name \(ResourceName.rule)")
        }
        layer.resources += try values(of: name, resource.value)
      }
    }
    return layer
  }

  private func values(
    of name: ResourceName, _ value: GivenValue
  ) throws(ConfigurationFault) -> [(ResourceName, Setting<Configuration.Resource>, SettingValue)] {
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
  ) throws(ConfigurationFault) -> [(Setting<Root>, SettingValue)] {
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

  private func value(_ given: GivenValue, _ form: SettingForm, _ key: String) throws(ConfigurationFault)
    -> SettingValue
  {
    do throws(ValueFault) {
      return try form.value(given, environment)
    } catch {
      throw fault(key, error.expectation + (error.got.map { ", got \($0)" } ?? ""))
    }
  }

  private func table(_ value: GivenValue, at key: String) throws(ConfigurationFault) -> [GivenValue.Member] {
    guard case .table(let members) = value else { throw fault(key, "must be a table, got \(value.kind)") }
    return members
  }

  private func unknown(_ name: String, _ key: String, known: [String]) -> ConfigurationFault {
    let advice =
      if let nearest = name.nearest(in: known) {
        "did you mean \(key.dropLast(name.count))\(nearest)?"
      } else {
        "known there are \(Set(known).sorted().joined(separator: ", "))"
      }
    return fault(key.excerpt, "is unknown; \(advice)")
  }

  private func fault(_ key: String, _ message: String) -> ConfigurationFault {
    ConfigurationFault(.file(file.path), key: key, message)
  }
}
