import Engine
import Providers
import StatusCore

extension ScenarioReader {
  /// The script of the location, which has no kinds of failure but those of a location.
  static func locationScript(
    _ entry: FileEntry, _ problems: inout ConfigurationProblems
  ) -> Scenario.LocationScript? {
    do throws(ConfigurationProblem) {
      let members = try entry.members(["steps", "end"], &problems)
      var script = Scenario.LocationScript(try steps(of: entry, members, &problems, locationStep))
      if let end = members["end"] {
        script.end = try end.word(
          Scenario.LocationEnd.allCases.map { ($0.rawValue, $0) }, listed: "last or cycle")
      }
      return script
    } catch {
      problems.add(error)
      return nil
    }
  }

  private static func locationStep(
    _ entry: FileEntry, _ problems: inout ConfigurationProblems
  ) throws(ConfigurationProblem) -> Scenario.LocationStep {
    let members = try entry.members(["after", "then", "coordinate"], &problems)
    guard let then = members["then"] else { throw entry.missing("then") }
    var step = Scenario.LocationStep(
      try then.word(
        [("ok", .place(nil))] + kinds.map { ($0.rawValue, .failure($0)) },
        listed: "ok, \(kinds.map(\.rawValue).joined(separator: ", "))"))
    if let after = members["after"] { step.after = try after.wait() }
    if let coordinate = members["coordinate"] {
      guard case .place = step.outcome else {
        throw coordinate.problem("means something only where then is ok")
      }
      step.outcome = .place(Position(try place(coordinate)))
    }
    return step
  }

  private static let kinds = FailureCatalogue.entries.filter { $0.group == .location }.map(\.kind)

  private static func place(_ entry: FileEntry) throws(ConfigurationProblem) -> Coordinate {
    let members = try entry.members(["latitude", "longitude"])
    guard let latitude = members["latitude"] else { throw entry.missing("latitude") }
    guard let longitude = members["longitude"] else { throw entry.missing("longitude") }
    return Coordinate(latitude: try latitude.degrees(-90...90), longitude: try longitude.degrees(-180...180))
  }
}
