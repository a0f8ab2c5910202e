import Engine
import Providers
import StatusCore
import Text

/// What may be right and is probably not meant.
///
/// No start speaks of it: it is for a person who asks, with `config` or `doctor`.
enum SettingsAdvice {
  /// The most lines, as of mistakes.
  private static let most = ConfigurationProblems.most

  /// A line for each thing.
  static func lines(on configuration: Configuration, _ layers: Layers) -> [String] {
    let origins = Dictionary(layers.all.flatMap(\.origins).map { ($0.key, $0.origin) }) { $1 }
    // What nobody has said has no place; of headers each has a place of its own, and all of them are in the file.
    let all = advice(on: configuration, layers).compactMap { key, message in
      let place = key.ends(with: ".headers") ? layers.file.map { .file($0.path) } : origins[key]?.place
      return place.map { ConfigurationProblem($0, key: key, message) }
    }
    let lines = all.prefix(most).map(\.description)
    return lines + (all.count > most ? ["\(all.count - most) more warnings"] : [])
  }

  private typealias Advice = [(key: String, message: String)]

  private static func advice(on configuration: Configuration, _ layers: Layers) -> Advice {
    var advice = onMetrics(configuration.metrics)
    for resource in configuration.resources {
      let entries = onTimes(resource) + onFiles(resource) + onAddress(resource.source)
      advice += entries.map { ("\(resource.name.key).\($0.key)", $0.message) }
    }
    return advice + layers.ofFile.headerTemplates.flatMap { onHeader($0.text, at: $0.key) }
  }

  private static func onMetrics(_ metrics: Configuration.Metrics) -> Advice {
    guard let path = metrics.path, !path.ends(with: ".prom") else {
      return []
    }
    return [("metrics.path", "should end in .prom: node_exporter reads no other file")]
  }

  private static func onTimes(_ resource: Configuration.Resource) -> Advice {
    let (timeout, total) = (resource.policy.attemptTimeout, resource.policy.totalTimeout)
    guard timeout > total else { return [] }
    let (seconds, most) = ((timeout / .seconds(1)).plain, (total / .seconds(1)).plain)
    return [("timeout", "is \(seconds) s, and the whole fetch ends after totalTimeout, \(most) s")]
  }

  private static func onFiles(_ resource: Configuration.Resource) -> Advice {
    let files = [("caFile", resource.caFile), ("certificate", resource.certificate), ("key", resource.key)]
    return files.compactMap { key, path in
      guard let path, let fault = RegularFile(path: path, limit: HTTPLimits.authorityBytes).fault else {
        return nil
      }
      return (key, "needs the file \(path.excerpt.visible), which \(fault)")
    }
  }

  private static func onAddress(_ address: SourceAddress) -> Advice {
    var advice = address.quotedParameters.map { name in
      "has {\(name)} within quotes, where it is no parameter; make it a word of its own: sh -c '… \"$1\"' sh {\(name)}"
    }
    if address.hasUnexpandedWord {
      advice.append(
        "has a word that only a shell would expand, and no shell does; write the path in full, or use sh -c '…'"
      )
    }
    if case .file(let path) = address, path.utf8.starts(with: "//".utf8) {
      advice.append("is the path \(path.excerpt.visible); a URL of a file has three slashes: file:///PATH")
    }
    return advice.map { ("source", $0) }
  }

  /// `Bearer $TOKEN` is sent as it stands there.
  private static func onHeader(_ template: String, at key: String) -> Advice {
    guard let name = StringTemplate.bareVariable(in: template) else { return [] }
    let header = key.parts(between: ".", most: 3).last.map(String.init) ?? ""
    let resource = key.parts(between: ".").prefix(3).joined(separator: ".")
    return [
      (resource, "has $\(name) in “\(header.excerpt)”, which is sent as it is; a variable is ${\(name)}")
    ]
  }
}

extension SettingOrigin {
  /// Where a mistake in it is.
  var place: ConfigurationProblem.Place? {
    switch self {
    case .standard: nil
    case .file(let path, _): .file(path)
    case .environment(let name): .environment(name)
    case .option(let name): .option(name)
    }
  }
}
