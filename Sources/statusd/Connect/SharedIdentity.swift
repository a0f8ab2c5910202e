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

  /// 16 hexadecimal digits.
  var key: String { Self.digest(of: parts.flatMap { part in [part.key] + part.fields + [""] }) }

  /// The beginning of the SHA-256 over texts, none of which can end early: 0xFF is in no UTF-8.
  static func digest(of texts: [String]) -> String {
    var bytes: [UInt8] = []
    for text in texts { bytes += Array(text.utf8) + [0xFF] }
    return SHA256.digest(of: bytes).prefix(digits / 2).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 0xF, radix: 16)
    }.joined()
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
