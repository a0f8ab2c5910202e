import Engine
import Providers
import Reactor
import StatusCore
import Text

/// A resource, an instance of a parameterised one, or the location, as the words of the command line say it:
/// `NAME [ARGUMENT=VALUE…]`.
struct NamedSubject: Equatable {
  let name: String
  /// Of a parameterised resource; empty for another.
  let arguments: ResourceArguments

  /// One subject; without a name it is the state.
  init(_ words: [String]) throws(CommandEnd) {
    // No name has an equals sign.
    let isNamed = words.first.map { !$0.isArgument } ?? false
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

  /// Several subjects, each with its arguments behind it.
  static func all(_ words: [String]) throws(CommandEnd) -> [NamedSubject] {
    var groups: [[String]] = []
    for word in words {
      if word.isArgument, !groups.isEmpty {
        groups[groups.count - 1].append(word)
      } else {
        groups.append([word])
      }
    }
    return try groups.map { words throws(CommandEnd) in try NamedSubject(words) }
  }
}

extension NamedSubject {
  /// The resource or the instance that it names, or the location.
  var id: ResourceID {
    ResourceID(ResourceName(rawValue: name), arguments.all.isEmpty ? nil : arguments)
  }

  var isLocation: Bool { name == ResourceName.location.rawValue }

  /// Checks the name; the arguments of a parameterised resource are checked by the engine.
  ///
  /// - Parameters:
  ///   - command: The command whose words these are.
  ///   - canBeLocation: Whether the location is a subject too.
  func check(
    among configuration: Configuration, for command: String, canBeLocation: Bool = true
  ) throws(CommandEnd) {
    let location = canBeLocation ? [ResourceName.location.rawValue] : []
    let known = configuration.resources.map(\.name.rawValue) + location
    guard known.contains(name) else {
      let advice =
        name.nearest(in: known).map { "did you mean \($0)?" } ?? "there are \(known.joined(separator: ", "))"
      throw .mistake(
        "\(command) needs the name of a resource\(canBeLocation ? ", or location" : ""); \(advice)")
    }
    let resource = configuration.resources.first { $0.name.rawValue == name }
    if case .template = resource?.source { return }
    guard arguments.all.isEmpty else {
      throw .mistake("\(name) takes no arguments, since its source has no {parameter}")
    }
  }

  /// The resource, or the instance with the arguments; nil for the location.
  @LoopActor
  func resource(among resources: Resources) throws(InstanceProblem) -> Resource? {
    guard let family = resources.family(name) else { return resources[name] }
    return try resources.instance(of: family, with: arguments)
  }

  /// Why there is no instance with these arguments, and what would be right.
  ///
  /// - Parameter command: The words before the name.
  @LoopActor
  func sentence(of problem: InstanceProblem, among resources: Resources, for command: String) -> String {
    switch problem {
    case .full(let limit): return "there may be \(limit) instances, and each is in use"
    case .arguments(let fault):
      let sentence = "\(fault.name ?? "an argument") \(fault.explanation)"
      guard fault.reason == .missing, let family = resources.family(name) else { return sentence.visible }
      let words = family.parameters.map { "\($0)=…" }.joined(separator: " ")
      return "\(sentence); \(command) \(name) \(words)".visible
    }
  }
}

extension String {
  fileprivate var isArgument: Bool { utf8.contains(UInt8(ascii: "=")) }
}
