import Glibc
import Reactor

/// The folder in which the sockets of shared daemons are (docs/sharing.md, “Where”).
///
/// Never a home and never `$TMPDIR`: the one may be on NFS, and programs give their children another.
enum SharedFolder {
  /// Where it may be, in order of preference.
  ///
  /// - Parameter runtime: `$XDG_RUNTIME_DIR`; a relative path is to be ignored (XDG Base Directory Specification 0.8).
  static func candidates(runtime: String?, user: UInt32) -> [String] {
    let own = runtime.flatMap { $0.utf8.first == UInt8(ascii: "/") ? ["\($0)/statusd"] : nil } ?? []
    return own + ["/run/user/\(user)/statusd", "/tmp/statusd-\(user)"]
  }

  /// The first that is this user's alone, or can be made.
  ///
  /// - Parameter make: Makes a folder; see ``PrivateFolder``.
  /// - Throws: Status 77 for one that must not be used, which is not passed over: whoever put it there would choose
  ///   where we meet.
  static func find(
    among candidates: [String], _ make: (String) -> PrivateFolder.Finding = { PrivateFolder.make($0) }
  ) throws(SharingProblem) -> String {
    for folder in candidates where SharedPlace.fits(folder) {
      switch make(folder) {
      case .usable: return folder
      case .absent: continue
      case .foreign(let why):
        throw SharingProblem(ExitStatus.noPermission, "no daemon can be shared: \(folder) \(why)")
      }
    }
    throw SharingProblem(
      ExitStatus.noPermission,
      "no daemon can be shared: none of \(candidates.joined(separator: ", ")) can be made")
  }
}
