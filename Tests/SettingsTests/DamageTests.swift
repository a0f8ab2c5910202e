import Engine
import Providers
import TestSupport
import Testing

@testable import Settings

/// Configurations with secrets in them, and one byte that is wrong: nothing that comes of them shows a secret.
struct DamageTests {
  /// Stands in every secret more than once, so that no one byte takes it away.
  private static let mark = "qzx7"
  private static let secret = "qzx7qzx7qzx7"

  private static let toml = """
    [resources.state]
    source = "https://me:\(secret)@host.example/fleet?token=\(secret)"
    headers = { X-Token = "\(secret)", X-Api = "Key ${TOKEN} \(secret)" }
    [resources.menu]
    source = 'command:/bin/fetch --user "\(secret)" \(secret)'
    [resources.menu.headers]
    Authorization = '\(secret)'
    [resources.account]
    source = "https://\(secret):\(secret)@host.example/me"
    [resources.token]
    source = "command:/bin/fetch --token=\(secret)"
    """
  private static let json = """
    {"resources": {"state": {"source": "https://me:\(secret)@host.example/fleet?token=\(secret)",
      "headers": {"X-Token": "\(secret)", "X-Api": "Key ${TOKEN} \(secret)"}},
     "menu": {"source": "command:/bin/fetch --user '\(secret)' \(secret)"}}}
    """
  private static let variables = [
    "STATUSD_STATE=https://me:\(secret)@host.example/fleet?token=\(secret)",
    "STATUSD_RESOURCES_MENU_SOURCE=command:/bin/fetch --user=\(secret) '\(secret)'",
    "STATUSD_MENU=https://\(secret):\(secret)@host.example:8443/fleet?a=\(secret)",
    "STATUSD_MENU=command:/bin/fetch --token=\(secret) https://me:\(secret)@host.example/",
    "STATUSD_MENU=command:/bin/printenv \(secret) \(secret)",
    "STATUSD_MENU=command:printenv \(secret)",
    "STATUSD_MENU=http://me:\(secret)@host.example:8080/?a=\(secret)&b=\(secret)",
  ]

  @Test func `no damage to a TOML file shows a secret`() throws {
    for text in Damage(of: Self.toml) { try expectNoSecret(text) { try read(toml: text, Self.environment) } }
  }

  @Test func `no damage to a JSON file shows a secret`() throws {
    for text in Damage(of: Self.json) { try expectNoSecret(text) { try read(json: text, Self.environment) } }
  }

  @Test(arguments: variables)
  func `no damage to a variable shows a secret`(variable: String) throws {
    for text in Damage(of: variable) {
      // As environ(7) is read: without an equals sign there is no variable.
      guard let equals = text.firstIndex(of: "=") else { continue }
      let entry = [String(text[..<equals]): String(text[text.index(after: equals)...])]
      try expectNoSecret(text) { try read(entry) }
    }
  }

  @Test func `the configurations are right without the damage`() throws {
    _ = try read(toml: Self.toml, Self.environment)
    _ = try read(json: Self.json, Self.environment)
  }

  private static let environment = ["TOKEN": secret]

  private func expectNoSecret(_ text: String, _ read: () throws -> ReadSettings) throws {
    var shown: [String] = []
    do {
      let settings = try read()
      shown += settings.notices
      for resource in settings.configuration.resources {
        switch resource.source {
        case .http(let url), .events(let url): shown += ["\(url)", url.hostAndPort]
        case .command(let command), .stream(let command): shown.append(command.redacted)
        case .file, .demo, .template: break
        }
      }
    } catch let problem as ConfigurationProblem {
      shown += ["\(problem)", problem.key ?? ""]
    }
    for line in shown where line.contains(Self.mark) {
      Issue.record("“\(line)” is shown of:\n\(text)")
    }
  }
}
