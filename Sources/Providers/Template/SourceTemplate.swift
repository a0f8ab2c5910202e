package import StatusCore

/// The source of a parameterised resource: an address for each set of arguments.
package enum SourceTemplate: Hashable, Sendable {
  case http(URLTemplate)
  case events(URLTemplate)
  case file(FileTemplate)
  case command(CommandTemplate)
  case stream(CommandTemplate)

  /// The most parameters of a source.
  package static let mostParameters = 16

  /// The names of the parameters in the order of the source, each once.
  package var parameters: [String] {
    let all =
      switch self {
      case .http(let template), .events(let template): template.parameters
      case .file(let template): template.parameters
      case .command(let template), .stream(let template): template.parameters
      }
    var seen: Set<String> = []
    return all.filter { seen.insert($0).inserted }
  }

  /// The address of an instance.
  ///
  /// - Parameter arguments: Exactly those that ``parameters`` names.
  /// - Throws: Why a value cannot stand in its place.
  package func address(with arguments: ResourceArguments) throws(ArgumentFault) -> SourceAddress {
    try arguments.checkValues()
    switch self {
    case .http(let template): return .http(try template.url(with: arguments))
    case .events(let template): return .events(try template.url(with: arguments))
    case .file(let template): return .file(try template.path(with: arguments))
    case .command(let template): return .command(try template.command(with: arguments))
    case .stream(let template): return .stream(try template.command(with: arguments))
    }
  }
}

/// The path of a file with parameters in it.
package struct FileTemplate: Hashable, Sendable {
  private let path: Template

  var parameters: [String] { path.parameters }

  /// As it was given.
  var text: String { path.text }

  /// - Returns: nil for a path without parameters.
  init?(_ path: String) {
    self.path = Template(path)
    guard !parameters.isEmpty else { return nil }
  }

  /// The path of an instance: a value is a part of one segment, and leads to no other folder.
  func path(with arguments: ResourceArguments) throws(ArgumentFault) -> String {
    let slash = UInt8(ascii: "/")
    for name in parameters where (arguments[name] ?? "").utf8.contains(slash) {
      throw ArgumentFault(name, .range, "must not hold “/”: it is a part of a file's path")
    }
    try arguments.check(inPath: path, separators: [slash])
    return path.expanded { arguments[$0] ?? "" }
  }
}
