public import Foundation

/// There is no such program, or it cannot be run.
public struct ProgramNotFound: Error, Hashable, Sendable {
  /// As it was given, or as `$STATUSD` has it.
  public let program: String
  /// Why, in the system's words.
  public let reason: String
}

extension ProgramNotFound: LocalizedError, CustomStringConvertible {
  /// What is missing, and what helps.
  public var description: String {
    "\(program) cannot be started (\(reason)). Install it with `pip install statusd`, or name it in $STATUSD."
  }
  /// The same.
  public var errorDescription: String? { description }
}
