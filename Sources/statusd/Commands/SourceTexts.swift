import ArgumentParser
import Engine
import Providers
import Settings
import StatusCore

/// The configuration options as they were given, before anybody has judged them.
struct SourceTexts: Equatable {
  var config: String?
  var state: String?
  var menu: String?
  var resources: [String] = []
  var location: String?
  var store: String?
  var seed: String?
  var scenario: String?
  var clock: String?
}

extension SourceTexts {
  /// The options as settings.
  ///
  /// - Throws: A line for each option that cannot be used.
  var settings: CommandLineSettings {
    get throws {
      var mistakes = OptionMistakes()
      var settings = CommandLineSettings()
      if config == "" { mistakes.add("--config must name a file") }
      settings.file = config
      settings.seed = try mistakes.collect { try seedNumber } ?? nil
      let chosen = try mistakes.collect { try clockChoice }
      settings.clock = (chosen ?? nil) ?? .system
      settings.scenario = try mistakes.collect { try scenarioChoice } ?? nil
      settings.sources = try addresses(&mistakes)
      settings.location = try mistakes.collect { try location.map(Self.location) } ?? nil
      if store == "" || store?.utf8.contains(0) == true {
        mistakes.add("--store must be none or the path of a folder")
      }
      settings.store = store
      try mistakes.throwIfAny()
      return settings
    }
  }

  private var seedNumber: UInt64? {
    get throws {
      guard let seed else { return nil }
      guard let number = UInt64(seed) else {
        throw ValidationError("--seed must be a whole number between 0 and \(UInt64.max)")
      }
      return number
    }
  }

  private var clockChoice: Configuration.Clock? {
    get throws { try ChoiceOption.choice(clock, of: "--clock") }
  }

  private var scenarioChoice: ScenarioChoice? {
    get throws {
      do throws(ScenarioChoice.Unknown) {
        guard let scenario else { return nil }
        return try ScenarioChoice(scenario)
      } catch {
        throw ValidationError("--scenario: \(error)")
      }
    }
  }

  private func addresses(
    _ mistakes: inout OptionMistakes
  ) throws -> [(name: ResourceName, address: SourceAddress)] {
    var sources: [(name: ResourceName, address: SourceAddress)] = []
    for (name, text) in [(ResourceName.state, state), (.menu, menu)] {
      guard let text else { continue }
      let address = try mistakes.collect { try Self.address(text, of: "--\(name)") }
      if let address { sources.append((name, address)) }
    }
    for text in resources {
      if let source = try mistakes.collect({ try Self.resource(text) }) { sources.append(source) }
    }
    guard sources.count > 1 else { return sources }
    var seen: Set<ResourceName> = []
    for source in sources where !seen.insert(source.name).inserted {
      mistakes.add("the source of \(source.name) is given twice")
    }
    return sources
  }

  private static func resource(_ text: String) throws -> (name: ResourceName, address: SourceAddress) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ValidationError("--resource must be NAME=SOURCE, got no equals sign")
    }
    guard let name = ResourceName.configured(String(text[..<equals])) else {
      throw ValidationError("--resource: the name before the equals sign \(ResourceName.rule)")
    }
    return (name, try address(String(text[text.index(after: equals)...]), of: "--resource \(name)"))
  }

  private static func location(_ text: String) throws -> LocationAddress {
    do throws(LocationAddressError) {
      return try LocationAddress(text)
    } catch {
      throw ValidationError("--location: \(error)")
    }
  }

  private static func address(_ text: String, of option: String) throws -> SourceAddress {
    do throws(SourceAddressError) {
      return try SourceAddress(text)
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
}
