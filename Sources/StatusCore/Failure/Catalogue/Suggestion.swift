/// What to do, where another sentence than the catalogue's fits; with what it names, as an ``Explanation``.
package enum Suggestion: Hashable, Sendable {
  /// A resource whose name gives it a shape that its JSON does not have.
  case setShape(ResourceName, ResourceShape)
  case provideData(LocalOrigin)
  case provideUTF8(LocalOrigin)
  case correct(LocalOrigin)
  case install(SystemPart, on: Distribution?)
  /// libcurl that is too old.
  case update
  case correctVariable(String)
  /// A configuration file that is watched until it is right.
  case correctConfiguration
  /// Text, where any JSON would do.
  case takeText(LocalOrigin)
  /// The tools of an agent, in place of a method that there is not.
  case listTools
  /// The command that speaks the protocol of a method.
  case startServe
  case startMCP
}

extension Suggestion {
  /// In English: a whole sentence that begins with a verb.
  package var english: String {
    switch self {
    case .setShape(let resource, let shape):
      "Set shape = \"any\" for \(resource), which is a \(shape) by default, or name another resource for "
        + "other JSON: --resource NAME=SOURCE."
    case .provideData(.program(let name)), .provideData(.stream(let name)):
      "Run \(name) by hand to find the cause, then try again."
    case .provideData(.file): "Fill the file, then try again."
    case .provideData(.places): "Add a place to the file, then try again."
    case .provideUTF8(.program(let name)), .provideUTF8(.stream(let name)):
      "Have \(name) print UTF-8, then try again."
    case .provideUTF8(.file), .provideUTF8(.places): "Convert the file to UTF-8, then try again."
    case .correct(.program(let name)), .correct(.stream(let name)):
      "Correct what \(name) prints, then try again."
    case .correct(.file), .correct(.places): "Correct the file, then try again."
    case .install(let part, let distribution):
      "Install \(part.toInstall(on: distribution)), then try again."
    case .update: "Update libcurl to version 7.87 or later, then try again."
    case .correctVariable(let name): "Correct or unset the variable \(name), then start statusd again."
    case .correctConfiguration: "Correct the file: statusd goes on as soon as it is saved."
    case .takeText(.program(let name)), .takeText(.stream(let name)):
      "\(Self.textAndLines), or have \(name) print JSON."
    case .takeText(.file), .takeText(.places): "\(Self.textAndLines), or put JSON into the file."
    case .listTools: "Call tools/list to list the tools."
    case .startServe: "Start statusd serve to call it, or call tools/list to list the tools."
    case .startMCP: "Start statusd mcp to call it."
    }
  }

  private static let textAndLines =
    "Set shape = \"text\" to get it as a string, shape = \"lines\" to get an array of its lines"
}

extension Problem {
  /// - Parameter shape: The shape of the resource; nil for the location and for requests.
  /// - Returns: Nil where the catalogue's suggestion fits.
  func suggestion(for resource: ResourceName?, _ shape: ResourceShape?) -> Suggestion? {
    if let found = explanation?.advice { return found }
    if kind == .unexpectedShape { return suggestionForOtherJSON(resource, shape) }
    guard kind == .missingData || kind == .malformedData else { return nil }
    guard let origin = detail.url.flatMap({ LocalOrigin(address: $0) }) else { return nil }
    if kind == .missingData { return .provideData(origin) }
    if detail.reason == "utf8" { return .provideUTF8(origin) }
    return shape == .any ? .takeText(origin) : .correct(origin)
  }

  /// What to do about JSON that is no fleet or no menu at all, where nobody may have asked for one.
  ///
  /// A fault further in is that of a value which is meant to be one.
  private func suggestionForOtherJSON(_ resource: ResourceName?, _ shape: ResourceShape?) -> Suggestion? {
    guard let resource, let shape, resource.usualShape == shape, let path = detail.path,
      path.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= 1
    else { return nil }
    return .setShape(resource, shape)
  }
}

extension Explanation {
  /// What to do about something that this computer lacks, and about a method of another protocol; nil for everything
  /// else.
  package var advice: Suggestion? {
    switch self {
    case .library(.notLoaded(_, let distribution)): .install(.curl, on: distribution)
    case .library(.tooOld): .update
    case .store(.noLibrary(let distribution)): .install(.sqlite, on: distribution)
    case .connection(.noAuthorities(let distribution)): .install(.certificates, on: distribution)
    case .connection(.namedAuthorities(let variable)): .correctVariable(variable)
    case .misconfiguration(_, let variable): variable.map { .correctVariable($0) } ?? .correctConfiguration
    case .request(.noMethod): .listTools
    case .request(.methodOfServe): .startServe
    case .request(.methodOfAgents): .startMCP
    default: nil
    }
  }
}

extension ResourceName {
  /// The shape of a resource that is always there; nil for others.
  package var usualShape: ResourceShape? {
    switch self {
    case .state: .fleet
    case .menu: .menu
    default: nil
    }
  }
}
