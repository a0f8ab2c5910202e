import Reactor

/// Where a shared daemon is to be found: the path of its socket, and of what lies beside it.
struct SharedPlace: Hashable {
  let socket: String

  /// - Parameter path: The path of the socket.
  init(socket path: String) {
    socket = path
  }

  /// The place of a configuration.
  ///
  /// - Parameter key: ``SharedIdentity/key``.
  init(in folder: String, key: String) {
    socket = "\(folder)/\(key)\(Self.ending)"
  }

  /// A file that is never removed: whoever has locked it may start the daemon, and the daemon has it locked.
  var lock: String { base + ".lock" }
  /// The standard error of a daemon that was started for others.
  var log: String { base + ".log" }
  /// What tells its configuration from others.
  var info: String { base + ".info" }

  /// Says on standard error that the daemon here is gone.
  func reportEnd() { LastWords.write("statusd: the daemon is gone; its log is \(log)") }

  private static let ending = ".sock"

  private var base: String {
    socket.utf8.suffix(Self.ending.utf8.count).elementsEqual(Self.ending.utf8)
      ? String(Substring(socket.utf8.dropLast(Self.ending.utf8.count))) : socket
  }

  /// Whether a path is that of a socket, by its name.
  static func isSocket(_ path: String) -> Bool {
    path.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// Whether a socket in that folder has a path that the system takes.
  static func fits(_ folder: String) -> Bool {
    folder.utf8.count + 1 + SharedIdentity.digits + ending.utf8.count <= BoundSocket.longestPath
  }
}
