extension Explanation {
  /// A file that cannot be used.
  package enum File: Hashable, Sendable {
    case empty
    case tooLarge(limit: Int)
    case notRegular
    /// - Parameter words: The system's.
    case system(words: String)
    /// A header that is made of files.
    ///
    /// - Parameter need: The end of the sentence: `needs the file /run/token, which does not exist`.
    case header(String, need: String)
    case keyWithPassphrase
    /// A file of a connection with TLS, because of a problem of that kind.
    case unusable(Purpose, FailureKind, Explanation?)
  }

  package enum Purpose: Sendable {
    case authorities, certificate, key
  }

  /// What became of a program.
  package enum Program: Hashable, Sendable {
    case wroteTooMuch(limit: Int)
    case wroteNothing
    case wroteNoValue
    case closedOutput
    case stillRunning
    /// - Parameter words: The last line of its standard error; nil for none.
    case exited(status: Int, words: String?)
    case signalled(Int, words: String?)
    /// - Parameter isPath: Whether it is named by a path, and was not looked for in `PATH`.
    case notFound(isPath: Bool)
    case noInterpreter
    /// - Parameter cause: The system's words; nil in a scenario.
    case notExecutable(cause: String?)
    case notStarted(cause: String)
  }

  /// The store cannot be written.
  package enum Store: Hashable, Sendable {
    case notRegular, locked, system, slow, valueTooLarge
    case noLibrary(on: Distribution?)
  }
}

extension Explanation.File {
  var english: String {
    switch self {
    case .empty: "The file is empty."
    case .tooLarge(let limit): "The file is larger than \(limit) bytes."
    case .notRegular: "The path does not name a regular file."
    case .system(let words): "The system says: \(words)."
    case .header(let name, let need): "The header \(name) \(need)".asSentence
    case .keyWithPassphrase: "The key of the certificate has a passphrase, which statusd does not know."
    case .unusable(let purpose, let kind, let explanation):
      "\(purpose.english) cannot be used. \(explanation?.english ?? FailureCatalogue[kind].failureReason)"
    }
  }
}

extension Explanation.Purpose {
  fileprivate var english: String {
    switch self {
    case .authorities: "The file of trusted certificates"
    case .certificate: "The file of the certificate"
    case .key: "The file of the certificate's key"
    }
  }
}

extension Explanation.Program {
  func english(of name: String?) -> String {
    let program = name ?? "The program"
    return switch self {
    case .wroteTooMuch(let limit): "\(program) writes more than \(limit) bytes."
    case .wroteNothing: "\(program) wrote nothing."
    case .wroteNoValue: "\(program) wrote no value in time."
    case .closedOutput: "\(program) has closed its output."
    case .stillRunning: "\(program) was still running."
    case .exited(let status, let words): "\(program) ended with status \(status)\(Self.ending(words))"
    case .signalled(let signal, let words): "\(program) was ended by signal \(signal)\(Self.ending(words))"
    case .notFound(let isPath):
      name.map { "There is no program \($0)\(isPath ? "" : " in PATH")." } ?? "There is no such program."
    case .noInterpreter: "\(program) names an interpreter that does not exist."
    case .notExecutable(let cause): "\(program) cannot be executed\(cause.map { " (\($0))" } ?? "")."
    case .notStarted(let cause): "\(program) could not be started (\(cause))."
    }
  }

  /// `: not a repository.`, or a full stop alone.
  private static func ending(_ words: String?) -> String {
    words.map { ": \($0)".asSentence } ?? "."
  }
}

extension Explanation.Store {
  var english: String {
    switch self {
    case .notRegular: "Something that is not a store is at the path of the store."
    case .locked: "The store is locked by another process, or its file system has no locks."
    case .noLibrary: "The store needs SQLite, which could not be loaded."
    case .system: "The system refuses to write the store."
    case .slow: "The disk of the store does not respond in time."
    case .valueTooLarge:
      "The value would not fit even if everything else were dropped, so nothing was dropped."
    }
  }
}
