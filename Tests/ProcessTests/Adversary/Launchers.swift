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

  /// The same network, and files of its own.
  static func mounts(_ first: String) -> [String] {
    ["/usr/bin/unshare", "--map-root-user", "--mount"] + shell(first)
  }

  /// As the first process of a namespace, to which orphans are given.
  static let asFirstProcess = ["/usr/bin/unshare", "--map-root-user", "--pid", "--fork"]

  /// As a subreaper (PR_SET_CHILD_SUBREAPER of prctl(2) is 36), to which orphans are given as well.
  static let asSubreaper = [
    "/usr/bin/python3", "-c",
    "import ctypes, os, sys; ctypes.CDLL(None).prctl(36, 1, 0, 0, 0); os.execv(sys.argv[1], sys.argv[1:])",
  ]

  /// A shell in a session of its own, which ends after so many milliseconds; the daemon has its streams.
  static func parent(endingAfter milliseconds: Int) -> [String] {
    let script = #"exec 3<&0; "$0" "$@" <&3 3<&- & sleep \#(Double(milliseconds) / 1_000)"#
    return ["/usr/bin/setsid", "/bin/sh", "-c", script]
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
