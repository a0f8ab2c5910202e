internal import Foundation

/// What to start a daemon with.
public struct Command: Sendable {
  /// A path, or a name that is looked up in the PATH.
  public var program: String
  /// Its arguments, without its own name.
  public var arguments: [String]
  /// Of the process; nil for that of this one.
  public var environment: [String: String]?
  /// Where the process runs; nil for where this one does.
  public var workingDirectory: String?
  /// How messages become bytes.
  public var framing: Framing

  /// `program`: nil for what `$STATUSD` names, else `statusd`.
  public init(
    _ program: String? = nil, arguments: [String] = [], environment: [String: String]? = nil,
    workingDirectory: String? = nil, framing: Framing = .lines
  ) {
    self.program = Self.program(program, ProcessInfo.processInfo.environment)
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.framing = framing
  }

  static func program(_ argument: String?, _ environment: [String: String]) -> String {
    let named = environment["STATUSD"].flatMap { $0.isEmpty ? nil : $0 }
    return argument ?? named ?? "statusd"
  }
}
