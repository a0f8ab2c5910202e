import Foundation
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Engine
@testable import Settings

/// What is read again takes effect: an engine that has read it anew does what one does that has started with it.
@Suite struct ReloadSpyTests {
  init() {
    EventLoopThread.start()
  }

  /// A configuration with sources of every kind, none of which is asked.
  private static var configuration: Configuration {
    get throws {
      var configuration = Configuration()
      configuration.fixChance(by: 1)
      configuration.resources[0].source = .demo
      for (name, address) in [
        ("http", "https://127.0.0.1:1/a"), ("events", "events+https://127.0.0.1:1/a"),
        ("file", "file:/proc/nonexistent/such"),
        ("command", "command:true a"), ("stream", "stream:true a"),
      ] {
        let source = try SourceAddress(address)
        configuration.resources.append(
          Configuration.Resource(name: ResourceName(rawValue: name), shape: .any, source: source))
      }
      configuration.location.source = .http(try HTTPURL("https://127.0.0.1:1/place"))
      return configuration
    }
  }

  /// The keys that docs/configuration.md has take effect without a restart.
  private static func documented() throws -> Set<String> {
    let url = URL(filePath: #filePath).appending(path: "../../../docs/configuration.md").standardized
    let text = try String(contentsOf: url, encoding: .utf8)
    let rows = text.matches(of: /\| `(?<key>[^`]+)` \| (at once|at the next poll or call) \|/)
    return Set(rows.map { String($0.key) })
  }

  /// The effects before and after the change of a configuration.
  @LoopActor
  private func effects(
    of change: (inout Configuration) -> Void
  ) throws -> (before: [String], after: [String]) {
    let configuration = try Self.configuration
    var fresh = configuration
    change(&fresh)
    let engine = ReloadedEngine(configuration)
    defer { engine.end() }
    let before = engine.effects
    engine.reload(fresh)
    return (before, engine.effects)
  }

  /// Those of an engine that has started with the changed configuration.
  @LoopActor
  private func effectsFromStart(with change: (inout Configuration) -> Void) throws -> [String] {
    var configuration = try Self.configuration
    change(&configuration)
    let engine = ReloadedEngine(configuration)
    defer { engine.end() }
    return engine.effects
  }

  @LoopActor @Test func `each key of the daemon that needs no restart does what it says`() throws {
    let documented = try Self.documented()
    for setting in Setting.ofDaemon {
      let change = { (configuration: inout Configuration) in
        let other = ReloadEffectTests.other(than: setting.current(configuration), setting.form)
        setting.assign(other, &configuration)
      }
      let (before, after) = try effects(of: change)
      guard documented.contains(setting.key) else {
        #expect(after == before, "\(setting.key)")
        continue
      }
      #expect(try after == effectsFromStart(with: change), "\(setting.key)")
      // Otherwise the spy would see nothing of the key.
      #expect(after != before, "\(setting.key)")
    }
  }

  @LoopActor @Test(arguments: ["http", "events", "file", "command", "stream"])
  func `each key of a resource that needs no restart does what it says`(name: String) throws {
    let documented = try Self.documented()
    var seen: Set<String> = []
    for setting in Setting.ofResources {
      let change = { (configuration: inout Configuration) in
        Self.change(setting, of: name, in: &configuration)
      }
      let (before, after) = try effects(of: change)
      let key = "resources.NAME.\(setting.key)"
      guard documented.contains(key) else {
        #expect(after == before, "\(key)")
        continue
      }
      #expect(try after == effectsFromStart(with: change), "\(key)")
      if after != before { seen.insert(setting.key) }
    }
    // What HTTP alone has is nothing to the others.
    let ofHTTP: Set = ["caFile", "certificate", "key", "connectTimeout", "statuses"]
    let known = Set(Setting.ofResources.map(\.key)).subtracting(["shape"])
    let expected = ["http", "events"].contains(name) ? known : known.subtracting(ofHTTP)
    #expect(seen.isSuperset(of: expected), "\(expected.subtracting(seen))")
  }

  private static func change(
    _ setting: Setting<Configuration.Resource>, of name: String, in configuration: inout Configuration
  ) {
    guard let index = configuration.resources.firstIndex(where: { $0.name.rawValue == name }) else { return }
    var entry = configuration.resources[index]
    let other = ReloadEffectTests.other(than: setting.current(entry), setting.form)
    // Without the other half no certificate is shown.
    if setting.key == "certificate" { entry.key = "/key.pem" }
    if setting.key == "key" { entry.certificate = "/certificate.pem" }
    setting.assign(setting.key == "source" ? .source(Self.other(than: entry.source)) : other, &entry)
    configuration.resources[index] = entry
  }

  /// Another address of the same kind.
  private static func other(than source: SourceAddress) -> SourceAddress {
    switch source {
    case .http: (try? SourceAddress("https://127.0.0.1:1/b")) ?? .demo
    case .events: (try? SourceAddress("events+https://127.0.0.1:1/b")) ?? .demo
    case .command: .command(Command(program: "true", arguments: ["b"]))
    case .stream: .stream(Command(program: "true", arguments: ["b"]))
    case .file, .demo, .template: .file("/proc/nonexistent/other")
    }
  }

  @LoopActor @Test func `what is missing and what was exchanged makes a source anew`() throws {
    let folder = try TemporaryFolder()
    let token = HeaderTemplate(name: "X", parts: [.text("a "), .file(folder.path("token"))])
    try expectEffect { $0.resources[2].fileHeaders = [token] }
    try folder.write("s3cret", to: "token")
    let present = HeaderTemplate(name: "X", parts: token.parts)
    #expect(present != token && present.identityFields == token.identityFields)
    let want = Configuration.Want(ConfigurationProblem(.file("f"), "needs the variable A"))
    try expectEffect { $0.resources[2].want = want }
    try expectEffect { $0.location.want = want }
  }

  @LoopActor
  private func expectEffect(of change: (inout Configuration) -> Void) throws {
    let (before, after) = try effects(of: change)
    #expect(try after == effectsFromStart(with: change))
    #expect(after != before)
  }

  @LoopActor @Test func `a file of the user's folder that is gone keeps what was read`() throws {
    var configuration = try Self.configuration
    configuration.file = "/home/you/.config/statusd/config.toml"
    let engine = ReloadedEngine(configuration)
    defer { engine.end() }
    let before = engine.effects
    var defaults = Configuration()
    defaults.minimumRequestTime = .seconds(7)
    engine.reload(defaults)
    #expect(engine.effects == before)
  }
}
