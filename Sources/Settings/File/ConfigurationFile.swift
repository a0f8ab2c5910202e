import Engine
import Providers
import StatusCore
import Text

/// The file that the configuration, or a scenario, is read from: TOML, or JSON when its name ends in `.json`.
struct ConfigurationFile: Hashable {
  let path: String
  /// What it holds, for a sentence.
  var holds = "configuration"
  /// The param of a method that it came as; nil for a file.
  var param: String?

  /// Where a mistake in it is.
  var place: ConfigurationProblem.Place { param.map { .param($0) } ?? .file(path) }

  /// Bytes of the longest file that is read.
  static let limit = 1 << 20

  /// The file that is meant: the one that was named, else the one in the user's folder, if there is one.
  ///
  /// - Parameter named: `--config`.
  static func find(
    named: String?, environment: Environment
  ) throws(ConfigurationProblem) -> ConfigurationFile? {
    if let named { return ConfigurationFile(path: named) }
    guard let folder = folder(environment) else { return nil }
    var present: [String] = []
    for path in candidates(in: folder) where try exists(path) {
      present.append(path)
    }
    guard present.count < 2 else {
      throw ConfigurationProblem(
        .file(present[0]),
        "stands beside config.json, and only one of them can be meant; remove one, or name it with --config")
    }
    return present.first.map { ConfigurationFile(path: $0) }
  }

  private static func candidates(in folder: String) -> [String] {
    ["\(folder)/config.toml", "\(folder)/config.json"]
  }

  /// The files whose change is a change of the configuration: the one that was read, or those that may come to be in
  /// the user's folder if that is there.
  static func watched(_ file: ConfigurationFile?, environment: Environment) -> [String] {
    if let file { return [file.path] }
    guard let folder = folder(environment), (try? exists(folder)) == true else { return [] }
    return candidates(in: folder)
  }

  /// The path at which a file would be read that nobody names; nil if the user has no folder.
  static func usual(_ environment: Environment) -> String? {
    folder(environment).map { candidates(in: $0)[0] }
  }

  /// The user's folder: `$XDG_CONFIG_HOME/statusd`, or else `~/.config/statusd`.
  ///
  /// A relative path in the variable is to be ignored (XDG Base Directory Specification 0.8).
  private static func folder(_ environment: Environment) -> String? {
    if let base = environment[Environment.folderVariable], base.begins(with: "/") { return "\(base)/statusd" }
    return environment["HOME"].map { "\($0)/.config/statusd" }
  }

  /// What it holds, as the table that it is.
  func contents() throws(ConfigurationProblem) -> [GivenValue.Member] {
    try members(of: try bytes())
  }

  /// The table that these bytes are, read as this file's.
  func members(of bytes: [UInt8]) throws(ConfigurationProblem) -> [GivenValue.Member] {
    do throws(FileSyntaxError) {
      let document = path.ends(with: ".json") ? try JSONFileText.parse(bytes) : try TOMLText.parse(bytes)
      guard case .table(let members) = document else {
        throw FileSyntaxError(
          line: 1, column: 1, message: "the \(holds) must be an object, got \(document.kind)")
      }
      return members
    } catch {
      throw ConfigurationProblem(
        .file(path), "line \(error.line), column \(error.column): \(error.message)", line: error.line)
    }
  }

  private func bytes() throws(ConfigurationProblem) -> [UInt8] {
    do throws(Problem) {
      return try RegularFile(path: path, limit: Self.limit).contents()
    } catch {
      if error.kind == .missingData {
        guard path.ends(with: ".json") else { return [] }
        throw ConfigurationProblem(.file(path), "is empty; an empty \(holds) is {}")
      }
      let isAbsent = error.kind == .fileNotFound
      throw ConfigurationProblem(
        .file(path), isAbsent ? "there is no such file" : error.fault(ofFileUpTo: Self.limit))
    }
  }
}

/// Why a file is neither TOML nor JSON, whichever it should be.
struct FileSyntaxError: Error, Hashable {
  /// Both from 1; columns count characters of the text, or of its bytes where it is not UTF-8.
  let line: Int
  let column: Int
  /// What is wrong there; quotes nothing of the text but single characters.
  let message: String
}
