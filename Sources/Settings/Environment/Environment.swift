import Glibc
import Providers
import Text

/// The variables that the configuration is read with: those of this process, or a test's own.
package struct Environment: Sendable {
  /// The variables whose names begin with ``prefix``.
  package let ours: [String: String]
  private let value: @Sendable (String) -> String?
  /// The folder in which relative paths begin; nil for the working directory.
  var folder: String?
  /// Takes the names of variables that the configuration names.
  private var notes: VariableNotes?

  static let prefix = "STATUSD_"
  static let fileVariable = "STATUSD_CONFIG"
  /// Where the folder with the user's configuration file is.
  package static let folderVariable = "XDG_CONFIG_HOME"

  /// The configuration file that it names, if no option does.
  var file: String? {
    // Most environments have none of ours.
    guard let path = ours[Self.fileVariable], !path.isEmpty else { return nil }
    return HomePath.expanded(path) ?? path
  }

  package init(_ variables: [String: String]) {
    ours = variables.filter { $0.key.begins(with: Self.prefix) }
    value = { variables[$0] }
  }

  /// Any variable; nil for one that is not set.
  package subscript(name: String) -> String? { value(name) }

  /// The same for a variable that the configuration names.
  func named(_ name: String) -> String? {
    notes?.add(name)
    return value(name)
  }

  /// A path of the configuration as it is to be used.
  func path(_ path: String) -> String { folder.map { path.beginning(at: $0) } ?? path }

  /// The same variables, whose names are noted when the configuration names them, and with that folder.
  ///
  /// What leads to the configuration file is kept, whatever becomes of the environment.
  func noting(_ notes: VariableNotes, in folder: String) -> Environment {
    let (name, kept, value) = (Self.folderVariable, value(Self.folderVariable), value)
    var environment = Environment(ours: ours) { $0 == name ? kept : value($0) }
    (environment.notes, environment.folder) = (notes, folder)
    return environment
  }
}

extension Environment: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral variables: (String, String)...) {
    self.init(Dictionary(variables) { first, _ in first })
  }
}

// MARK: This process

extension Environment {
  /// The environment of this process; of two variables with one name the first counts, as for getenv(3).
  package static var ofProcess: Environment { Environment(ours: processVariables) { value(of: $0) } }

  /// A variable of this process that is no key; nil for one that is not set, or empty.
  package static func ofProcess(_ name: String) -> String? {
    value(of: name).flatMap { $0.isEmpty ? nil : $0 }
  }

  private init(ours: [String: String], value: @escaping @Sendable (String) -> String?) {
    self.ours = ours
    self.value = value
  }

  private static func value(of name: String) -> String? {
    // SAFETY: the environment is not changed while there is another thread, and the text is copied at once.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Those that begin with the prefix.
  ///
  /// The others, dozens as a rule, are passed over at their first bytes.
  private static var processVariables: [String: String] {
    // SAFETY: environ(7) is such an array, which is not changed while there is another thread.
    unsafe variables(in: environ)
  }

  /// - Parameter entries: C strings, and NULL behind them.
  static func variables(
    in entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> [String: String] {
    var variables: [String: String] = [:]
    // SAFETY: the array ends with NULL. The prefix is compared up to its own end, or to the end of a shorter entry.
    var next = unsafe entries
    while let entry = unsafe next.pointee {
      unsafe next += 1
      guard unsafe strncmp(entry, prefix, prefix.utf8.count) == 0 else { continue }
      let text = unsafe String(cString: entry)
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(text[..<equals])
      if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
    }
    return variables
  }
}
