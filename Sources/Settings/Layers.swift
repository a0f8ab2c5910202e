import Engine
import StatusCore

/// What the places of a configuration say: the file, over it the environment, over that the command line.
struct Layers {
  /// nil for none, or if it cannot be found out whether there is one.
  private(set) var file: ConfigurationFile?
  /// Where the keys of the file stand; nil without a file.
  private(set) var lines: KeyLines?
  let ofFile: Layer
  let ofEnvironment: Layer
  let ofCommandLine: Layer
  /// Warnings about variables.
  let notices: [String]

  /// In the order in which one is put over the other.
  var all: [Layer] { [ofFile, ofEnvironment, ofCommandLine] }

  init(
    _ commandLine: CommandLineSettings, _ environment: Environment, _ problems: inout ConfigurationProblems
  ) {
    let found = problems.collect { () throws(ConfigurationProblem) in
      let named = (commandLine.file ?? environment.file).map(environment.path)
      return try ConfigurationFile.find(named: named, environment: environment)
    }
    if let file = found ?? nil {
      self.file = file
      var reader = FileLayer(file: file, environment: environment)
      ofFile = reader.layer()
      lines = reader.lines
      problems.add(reader.problems)
    } else {
      ofFile = Layer()
    }
    ofCommandLine = commandLine.layer
    let variables = EnvironmentLayer(environment, resources: Self.names(ofFile, ofCommandLine))
    problems.add(variables.problems)
    (ofEnvironment, notices) = (variables.layer, variables.notices)
  }

  /// The resources that there are, each once.
  private static func names(_ layers: Layer...) -> [ResourceName] {
    var seen: Set<ResourceName> = []
    return ([.state, .menu] + layers.flatMap { $0.resources.map(\.name) }).filter { seen.insert($0).inserted }
  }
}
