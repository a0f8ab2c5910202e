public import Foundation

/// The daemon ended, so there will be no response.
public struct DaemonEnded: Error, Hashable, Sendable {
  /// How a process ends.
  public enum Exit: Hashable, Sendable {
    case status(Int32)
    /// The number of the signal that ended it.
    case signal(Int32)
    /// The daemon closed its output and ran on, or somebody else has waited for it.
    case unknown
  }

  /// How it ended.
  public let exit: Exit
  /// The last lines that it wrote to its standard error.
  public let standardError: [String]
}

extension DaemonEnded: LocalizedError, CustomStringConvertible {
  /// How it ended, and its last lines.
  public var description: String { ([sentence] + standardError).joined(separator: "\n") }
  /// How it ended.
  public var errorDescription: String? { sentence }
  /// Its last lines.
  public var failureReason: String? { standardError.isEmpty ? nil : standardError.joined(separator: "\n") }

  private var sentence: String {
    switch exit {
    case .status(let status): "statusd ended with status \(status)."
    case .signal(let number): "statusd was ended by signal \(number) (\(Self.name(of: number)))."
    case .unknown: "statusd closed its output."
    }
  }

  private static func name(of signal: Int32) -> String {
    // The string is copied before anything else can ask for another one.
    unsafe strsignal(signal).map { unsafe String(cString: $0) } ?? "unknown"
  }
}
