import Engine
import StatusCore
import Text

/// A variable or a file that a key names and that is not there.
///
/// That is no mistake of the configuration, which may be right on another computer or a moment later: it is the
/// failure of the resource that needs it.
struct MissingValue: Sendable {
  /// The resource, or the location; nil where nothing fails without it.
  let owner: ResourceName?
  let problem: ConfigurationProblem
  /// What stands in the file, before variables are put in.
  let text: String
  /// Whether that is the value of a header, one of several that the key holds.
  var isHeader = false
  /// A file is looked for again by each fetch; the environment of a process stays as it is.
  var isFile = false

  /// What stands in the place of the key's value; nil for the value of a header.
  var template: String? { isHeader ? nil : text }
}

extension Layers {
  /// What the file needs and no later place overrides.
  var missing: [MissingValue] {
    guard !ofFile.missing.isEmpty else { return [] }
    let overriding = [ofEnvironment, ofCommandLine]
    let overridden = Set(
      overriding.flatMap { $0.daemon.map(\.setting.key) }
        + overriding.flatMap { $0.resources.map { "\($0.name.key).\($0.setting.key)" } })
    return ofFile.missing.filter { !overridden.contains($0.problem.key ?? "") }
  }
}

extension Configuration {
  /// Has the fetches of those fail who need what is not there.
  mutating func note(_ missing: [MissingValue]) {
    guard !missing.isEmpty else { return }
    let indices = Dictionary(resources.enumerated().map { ($1.name, $0) }, uniquingKeysWith: min)
    for missing in missing where !missing.isFile {
      let isAddress = missing.problem.key?.ends(with: ".source") == true
      let want = Want(
        missing.problem, address: isAddress ? missing.template.map(StringTemplate.masked) : nil)
      if missing.owner == .location {
        location.want = want
      } else if let index = missing.owner.flatMap({ indices[$0] }) {
        resources[index].want = resources[index].want ?? want
      }
    }
  }
}
