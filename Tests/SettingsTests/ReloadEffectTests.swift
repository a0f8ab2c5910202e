import Foundation
import Providers
import StatusCore
import Testing

@testable import Engine
@testable import Settings

/// Which keys need a restart: what the documentation says of each is what the engine does.
struct ReloadEffectTests {
  /// The keys that docs/configuration.md has take effect after a restart.
  private static func documented() throws -> [String] {
    let url = URL(filePath: #filePath).appending(path: "../../../docs/configuration.md").standardized
    let text = try String(contentsOf: url, encoding: .utf8)
    let rows = text.matches(of: /\| `(?<key>[^`]+)` \| after a restart \|/)
    return rows.map { String($0.key).replacing("NAME", with: "menu") }
  }

  /// Another value than the one that stands there.
  static func other(than value: SettingValue?, _ form: SettingForm) -> SettingValue {
    switch (form, value) {
    case (.seconds, .seconds(let present)): .seconds(present + .seconds(1))
    case (.seconds, _): .seconds(.seconds(7))
    case (.integer, .integer(let present)): .integer(present + 1)
    case (.boolean, .boolean(let isTrue)): .boolean(!isTrue)
    case (.choice, _): .text("any")
    case (.source, _): .source(.file("other"))
    case (.locationSource, _): .location(.routeFile("other"))
    case (.headers, _): .headers([HTTPHeader(name: "X", value: "1")])
    case (.statuses, _): .statuses(statuses)
    case (.recoveryOptions, _): .recoveryOptions([Configuration.RecoveryOption(name: "other")])
    case (.variables, _): .variables(["OTHER"])
    default: .text("/other")
    }
  }

  private static var statuses: StatusTable {
    var statuses = StatusTable()
    statuses.set(.one(404), .empty)
    return statuses
  }

  @Test func `the keys that need a restart are those of the documentation`() throws {
    let documented = try Self.documented()
    #expect(documented.count > 10)
    for setting in Setting.ofDaemon {
      var fresh = Configuration()
      setting.assign(Self.other(than: setting.current(fresh), setting.form), &fresh)
      let keys = Configuration().merged(with: fresh).keysForRestart
      #expect(keys == documented.filter { $0 == setting.key }, "\(setting.key)")
    }
    for setting in Setting.ofResources {
      var fresh = Configuration()
      setting.assign(Self.other(than: setting.current(fresh.resources[1]), setting.form), &fresh.resources[1])
      let merged = Configuration().merged(with: fresh)
      #expect(merged.keysForRestart == documented.filter { $0 == "resources.menu.\(setting.key)" })
    }
  }

  @Test func `chance goes on as it was: a seed that is drawn anew is dropped`() {
    var (present, fresh) = (Configuration(), Configuration())
    present.fixChance(by: 7)
    fresh.fixChance(by: 8)
    let merged = present.merged(with: fresh).configuration
    #expect(merged.seed == 7 && merged.jitterSeed == 7)
  }

  @Test func `a resource that comes or goes needs a restart`() {
    var fresh = Configuration()
    fresh.resources.removeLast()
    fresh.resources.append(Configuration.Resource(name: ResourceName(rawValue: "new"), shape: .any))
    let merged = Configuration().merged(with: fresh)
    #expect(merged.keysForRestart == ["resources.menu", "resources.new"])
    #expect(merged.configuration.resources == Configuration().resources)
  }
}
