import Engine
import Providers
import StatusCore
import Text

extension Configuration {
  /// Adds the resources that only the scenario names, with the shape that it gives them.
  ///
  /// - Returns: A warning for each whose name is near to another's, and was perhaps meant for that.
  /// - Throws: If it gives a resource of the configuration another shape.
  mutating func addResources(of scenario: Scenario) throws(ConfigurationProblem) -> [String] {
    var notices: [String] = []
    let known = resources.map(\.name.rawValue)
    for (name, script) in scenario.scripts {
      if let present = resources.first(where: { $0.name == name }) {
        guard script.shape == nil || script.shape == present.shape else {
          throw ConfigurationProblem(
            .file(scenario.name), key: "\(name.key).shape", "must be \(present.shape) or left out")
        }
      } else {
        resources.append(Resource(name: name, shape: script.shape ?? .any))
        if let nearest = name.rawValue.nearest(in: known) {
          notices.append("only the scenario names the resource \(name); did you mean \(nearest)?")
        }
      }
    }
    sortResources()
    return notices.sorted()
  }

  /// `state` and `menu`, and the others by name.
  mutating func sortResources() {
    resources[2...].sort { $0.name.rawValue < $1.name.rawValue }
  }
}
