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
  var seed: String?
  var scenario: String?
  var clock: String?
}

extension SourceTexts {
  /// The options as settings.
  var settings: CommandLineSettings {
    get throws {
      var settings = CommandLineSettings()
      guard config != "" else { throw ValidationError("--config must name a file") }
      settings.file = config
      settings.seed = try seedNumber
      settings.clock = try ChoiceOption.choice(clock, of: "--clock") ?? .system
      settings.scenario = try scenarioChoice
      settings.sources = try addresses
      settings.location = try location.map(Self.location)
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

  private var addresses: [(name: ResourceName, address: SourceAddress)] {
    get throws {
      var sources: [(name: ResourceName, address: SourceAddress)] = []
      if let state { sources.append((.state, try Self.address(state, of: "--state"))) }
      if let menu { sources.append((.menu, try Self.address(menu, of: "--menu"))) }
      for text in resources { sources.append(try Self.resource(text)) }
      guard sources.count > 1 else { return sources }
      var seen: Set<ResourceName> = []
      if let twice = sources.first(where: { !seen.insert($0.name).inserted }) {
        throw ValidationError("the source of \(twice.name) is given twice")
      }
      return sources
    }
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
