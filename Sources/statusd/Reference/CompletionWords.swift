import ArgumentParser
import Engine
import Providers
import Reactor
import Settings
import StatusCore
import StatusServer

/// Words that completions offer and that only this program knows, because the configuration has them.
///
/// Nothing is fetched for them.
enum CompletionWords {
  /// The names of what can be watched or checked: resources and the location.
  static let names: @Sendable ([String], Int, String) -> [String] = { words, _, _ in
    resources(words).map(\.rawValue) + [ResourceName.location.rawValue]
  }

  /// Params of the method that stands on the command line: `resource=menu`.
  static let params: @Sendable ([String], Int, String) -> [String] = { words, index, _ in
    guard let method = MethodDescription.all.first(where: { words.contains($0.name) }) else { return [] }
    let known = method.parameters.map(\.name)
    guard let name = nameBeforeSplit(words, index) else {
      return known.flatMap { name in values(of: name, words).map { "\(name)=\($0)" } }
    }
    return known.contains(name) ? values(of: name, words) : []
  }

  /// The name of the param whose value is completed alone, because bash makes three words of `name=value`.
  private static func nameBeforeSplit(_ words: [String], _ index: Int) -> String? {
    for equals in [index, index - 1] where words.indices.contains(equals) && words[equals] == "=" {
      return equals > 0 ? words[equals - 1] : nil
    }
    return nil
  }

  private static func values(of param: String, _ words: [String]) -> [String] {
    switch param {
    case "resource": resources(words).map(\.rawValue)
    case "anchor": HelpDocument.anchors
    default: []
    }
  }

  /// The resources of the configuration that the words lead to, also of one that has mistakes.
  private static func resources(_ words: [String]) -> [ResourceName] {
    let (texts, given) = read(words)
    let settings = (try? texts.settings) ?? CommandLineSettings()
    let configured = SettingsReader.judge(settings).settings.configuration.resources.map(\.name)
    return configured + given.filter { !configured.contains($0) }
  }

  /// The options that say which resources there are, and the names that `--resource` gives.
  private static func read(_ words: [String]) -> (SourceTexts, [ResourceName]) {
    var texts = SourceTexts()
    var names: [ResourceName] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard let option = parts.first, ["--config", "--scenario", "--resource"].contains(option) else {
        continue
      }
      // bash has made words of their own of the equals sign and of what stands behind it.
      if parts.count == 1, rest.first == "=" { rest.removeFirst() }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { break }
      if option == "--resource" {
        names += [ResourceName.configured(String(value.prefix { $0 != "=" }))].compactMap(\.self)
      } else {
        _ = texts.set(option, to: HomePath.expanded(value) ?? value)
      }
    }
    return (texts, names)
  }
}
