import Engine
package import StatusCore

/// What one place says: values that were judged, in the order in which they are to be put in their places.
struct Layer: Sendable {
  var daemon: [(setting: Setting<Configuration>, value: SettingValue)] = []
  var resources: [(name: ResourceName, setting: Setting<Configuration.Resource>, value: SettingValue)] = []

  /// Puts everything in its place, over what stands there.
  func apply(to configuration: inout Configuration) {
    for entry in daemon { entry.setting.assign(entry.value, &configuration) }
    // A file may have thousands of resources: no search for each of its keys.
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

extension Setting<Configuration.Resource> {
  /// What it may hold for that resource: the shapes of the two that are always there are fixed.
  func form(for resource: ResourceName) -> SettingForm {
    switch (key, resource) {
    case ("shape", .state): .choice([ResourceShape.fleet.rawValue])
    case ("shape", .menu): .choice([ResourceShape.menu.rawValue])
    default: form
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
