package import Providers
import Text

/// What `--scenario` names.
package enum ScenarioChoice: Hashable, Sendable {
  case builtIn(Scenario)
  case file(String)

  /// Why a string names no scenario.
  package struct Unknown: Error, CustomStringConvertible {
    package let description: String
  }

  /// A name that is built in is that; what holds a `/` or ends in `.toml` or `.json` is a file.
  package init(_ text: String) throws(Unknown) {
    if let scenario = Scenario.builtIn.first(where: { $0.name == text }) {
      self = .builtIn(scenario)
    } else if text.holds("/") || text.ends(with: ".toml") || text.ends(with: ".json") {
      self = .file(text)
    } else {
      let names = Scenario.builtIn.map(\.name)
      let advice =
        text.nearest(in: names).map { "did you mean \($0)?" }
        ?? "there are \(names.joined(separator: ", ")), and files, named by a path or with .toml or .json"
      throw Unknown(description: "no scenario is called “\(text.excerpt.visible)”; \(advice)")
    }
  }
}
