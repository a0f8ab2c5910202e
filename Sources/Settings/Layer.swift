import Engine
package import StatusCore

/// What one place says: values that were judged, in the order in which they are to be put in their places.
struct Layer: Sendable {
  var daemon: [(setting: Setting<Configuration>, value: SettingValue)] = []
  var resources: [(name: ResourceName, setting: Setting<Configuration.Resource>, value: SettingValue)] = []
  var watches: [(name: String, setting: Setting<Configuration.Watch>, value: SettingValue)] = []
  /// The resources that have a table of their own, in the order of the file.
  var tables: [ResourceName] = []
  /// The resources whose source is there and cannot be used: it is not missing as well.
  var wrongSources: [ResourceName] = []
  /// Where each key is from that it says.
  ///
  /// No dictionary: making its type costs every start 200,000 instructions, and only `statusd config` looks keys up.
  var origins: [(key: String, origin: SettingOrigin)] = []
  /// What it says of headers, by their keys, before variables were put in.
  var headerTemplates: [(key: String, text: String)] = []
  /// The files with secrets that its headers name.
  var secretFiles: [String] = []
  /// What it names and is not there.
  var missing: [MissingValue] = []

  /// Puts everything in its place, over what stands there.
  func apply(to configuration: inout Configuration) {
    for entry in daemon { entry.setting.assign(entry.value, &configuration) }
    for entry in watches { apply(entry, to: &configuration) }
    if resources.count > Self.few { return applyMany(to: &configuration) }
    for entry in resources {
      let known = configuration.resources.firstIndex { $0.name == entry.name }
      if known == nil {
        configuration.resources.append(Configuration.Resource(name: entry.name, shape: .any))
      }
      let index = known ?? configuration.resources.endIndex - 1
      entry.setting.assign(entry.value, &configuration.resources[index])
    }
  }

  /// A file gives the keys of one table one after the other.
  private func apply(
    _ entry: (name: String, setting: Setting<Configuration.Watch>, value: SettingValue),
    to configuration: inout Configuration
  ) {
    if configuration.watches.last?.name != entry.name {
      configuration.watches.append(Configuration.Watch(name: entry.name))
    }
    entry.setting.assign(entry.value, &configuration.watches[configuration.watches.endIndex - 1])
  }

  /// So many keys of resources are looked up one by one: the type of a dictionary costs a start 320,000 instructions.
  private static let few = 32

  /// A file may have thousands of resources: no search for each of its keys.
  private func applyMany(to configuration: inout Configuration) {
    var indices = Dictionary(
      configuration.resources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in resources {
      let index = indices[entry.name] ?? configuration.resources.endIndex
      if index == configuration.resources.endIndex {
        configuration.resources.append(Configuration.Resource(name: entry.name, shape: .any))
        indices[entry.name] = index
      }
      entry.setting.assign(entry.value, &configuration.resources[index])
    }
  }
}

extension ResourceName {
  /// Its key in the configuration.
  var key: String { "resources.\(rawValue)" }

  /// The name of a resource as the configuration may give it; nil for another.
  package static func configured(_ text: String) -> ResourceName? {
    let isName = text.utf8.allSatisfy {
      $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard 1...64 ~= text.utf8.count, isName, text != "location" else { return nil }
    return ResourceName(rawValue: text)
  }

  /// The rest of a sentence that begins with a name which is none.
  package static let rule = "must be 1 to 64 letters, digits, - and _, and not “location”"
}
