import Foundation
import TestSupport

/// What a daemon is started through, to have less than other programs have.
enum Launchers {
  /// A shell that does something first.
  static func shell(_ first: String) -> [String] {
    ["/bin/sh", "-c", first + #"; exec "$0" "$@""#]
  }

  /// A machine of its own, without processes to be seen and with name servers that are silent.
  static func namespace(_ first: String) -> [String] {
    ["/usr/bin/unshare", "--map-root-user", "--net", "--mount"] + shell(first)
  }

  static let canMakeNamespaces = succeeds(namespace(noProc) + ["true"])

  /// In a mount namespace of a user's, /proc cannot be unmounted, but covered.
  static let noProc = "mount -t tmpfs none /proc && test ! -e /proc/self || exit 99"

  /// Name servers behind a network that takes everything and answers nothing; the file names one.
  static func silentNames(_ file: TemporaryFile) -> String {
    "PATH=$PATH:/usr/sbin:/sbin; ip link set lo up; ip route add default dev lo; "
      + "mount --bind \(file.path) /etc/resolv.conf"
  }

  static func succeeds(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
