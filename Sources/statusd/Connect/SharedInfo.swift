import Engine
import Jansson
import Reactor
import Settings

/// What a shared daemon says in a file beside its socket: what its clients have in common, so that nobody has to guess
/// why there are two.
struct SharedInfo: Hashable {
  let version: String
  /// The configuration file; nil for none.
  let file: String?
  /// What goes into the key, by name; what may be a secret is a digest.
  let parts: [Part]

  struct Part: Hashable {
    let name: String
    let value: String
  }

  /// What stands before a digest.
  static let secret = "sha256:"

  init(version: String, file: String?, parts: [Part]) {
    (self.version, self.file, self.parts) = (version, file, parts)
  }

  init(of daemon: SharedDaemon) {
    self.init(
      version: Version.current, file: daemon.settings.file,
      parts: daemon.identity.parts.map { part in
        let shown =
          part.isPublic
          ? part.fields.joined(separator: " ") : Self.secret + SharedIdentity.digest(of: part.fields)
        return Part(name: part.key, value: shown)
      })
  }

  /// Reads the file; nil for none that can be used.
  init?(at path: String) {
    guard let bytes = BriefFile.contents(path, atMost: Self.longest), let info = SharedInfo(bytes) else {
      return nil
    }
    self = info
  }

  private static let longest = 1 << 20

  /// Writes the file, for this user alone.
  func write(to path: String) throws(SystemError) {
    try ReplacedFile.write(text.description + "\n", to: path, mode: 0o600)
  }
}

extension SharedInfo {
  /// A part that is not the same in two of them.
  struct Difference: Hashable {
    let name: String
    /// nil where it is not there.
    let here, there: String?
  }

  /// What is not the same, in the order of this one and then of the other.
  func differences(from other: SharedInfo) -> [Difference] {
    let here = Dictionary(parts.map { ($0.name, $0.value) }) { $0 + " " + $1 }
    let there = Dictionary(other.parts.map { ($0.name, $0.value) }) { $0 + " " + $1 }
    var seen: Set<String> = []
    return (parts + other.parts).map(\.name).filter { seen.insert($0).inserted && here[$0] != there[$0] }
      .map { Difference(name: $0, here: here[$0], there: there[$0]) }
  }
}
