import Engine
import Reactor
import Settings
import StatusServer
import Store

/// What two clients must have in common to meet in one daemon.
///
/// Whoever differs in any of it never shares a value or a credential.
struct SharedIdentity {
  /// By name; `statusd connect --explain` compares them.
  let parts: [WholeEntry]

  /// How many digits a ``key`` has.
  static let digits = 16

  /// 16 hexadecimal digits, of texts and parts none of which can end early: 0xFF and 0xFE are in no UTF-8.
  var key: String {
    var bytes: [UInt8] = []
    for part in parts {
      Self.add(part.key, to: &bytes)
      for field in part.fields { Self.add(field, to: &bytes) }
      bytes.append(0xFE)
    }
    return Self.digest(of: bytes)
  }

  /// The same for texts.
  static func digest(of texts: [String]) -> String {
    var bytes: [UInt8] = []
    for text in texts { add(text, to: &bytes) }
    return digest(of: bytes)
  }

  private static func add(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0xFF)
  }

  /// The beginning of the SHA-256.
  private static func digest(of bytes: [UInt8]) -> String {
    let names = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in SHA256.digest(of: bytes).prefix(digits / 2) {
      text.append(names[Int(byte >> 4)])
      text.append(names[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension SharedIdentity {
  /// - Parameters:
  ///   - environment: All that the daemon has of it.
  ///   - folder: The working directory, which counts where programs are run.
  init(of settings: SharedSettings, _ environment: DaemonEnvironment, in folder: String) {
    var parts = [
      WholeEntry("version", [Version.current, BuildCommit.current ?? ""]),
      WholeEntry("protocol", [Version.wireProtocol]),
    ]
    parts += Self.namespaces
    parts += settings.entries
    parts += environment.variables.map {
      WholeEntry("environment \($0.name)", [$0.value], isPublic: $0.isPublic)
    }
    if settings.runsProgram { parts.append(WholeEntry("directory", [folder])) }
    self.parts = parts
  }

  /// Whoever is in others has another file system, other processes, another network or other rights.
  private static var namespaces: [WholeEntry] {
    ["user", "mnt", "net", "pid"].map { name in
      WholeEntry("namespace \(name)", [BriefFile.target(ofLink: "/proc/self/ns/\(name)") ?? "unknown"])
    }
  }
}
