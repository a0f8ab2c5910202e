import Engine
import Providers
import StatusCore
import Text

/// What `watch` watches, as the words of the command line say it: `[NAME] [ARGUMENT=VALUE…]`.
struct WatchSubject {
  /// The name of a resource, or `location`.
  let name: String
  /// Of a parameterised resource; empty for another.
  let arguments: ResourceArguments

  init(_ words: [String]) throws(CommandEnd) {
    // No name has an equals sign.
    let isNamed = words.first.map { !$0.utf8.contains(UInt8(ascii: "=")) } ?? false
    name = isNamed ? words[0] : ResourceName.state.rawValue
    var values: [String: String] = [:]
    for word in words.dropFirst(isNamed ? 1 : 0) {
      guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw .mistake("an argument belongs to no option; behind the name stand words ARGUMENT=VALUE")
      }
      let argument = String(word[..<equals])
      guard values.updateValue(String(word[word.utf8.index(after: equals)...]), forKey: argument) == nil
      else {
        throw .mistake("an argument is given twice")
      }
    }
    arguments = ResourceArguments(values)
  }

  /// Checks the name; the arguments of a parameterised resource are checked by the engine.
  func check(among configuration: Configuration) throws(CommandEnd) {
    let known = configuration.resources.map(\.name.rawValue) + [ResourceName.location.rawValue]
    guard known.contains(name) else {
      let advice =
        name.nearest(in: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
      throw .mistake("watch needs the name of a resource, or location; \(advice)")
    }
    let resource = configuration.resources.first { $0.name.rawValue == name }
    if case .template = resource?.source { return }
    guard arguments.all.isEmpty else {
      throw .mistake("\(name) takes no arguments, since its source has no {parameter}")
    }
  }
}
