import CLinux
import Glibc

/// Lets a process that has no loop yet wait until a file gets its name in a folder, as the socket of a daemon does that
/// begins to listen (inotify(7)).
///
/// Where nothing of that is reported, waits last as long as they are given.
package final class FolderArrivals {
  private let descriptor: CInt

  /// - Parameter path: A path in the folder.
  package init(beside path: String) {
    let bytes = Array(path.utf8)
    let end = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
    let folder = end == 0 ? "/" : String(decoding: bytes[..<end], as: UTF8.self)
    descriptor = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return }
    // A socket is made under another name, and gets its own when whoever connects is served.
    _ = unsafe inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_TO | IN_ONLYDIR))
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Waits until a file has got its name since the last wait, until another descriptor is readable, and so long at most.
  ///
  /// - Parameter other: That descriptor; nil for none.
  package func wait(_ limit: Duration, or other: CInt? = nil) {
    // poll(2) passes over a negative number.
    var watched = [descriptor, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    // SAFETY: there are as many as are named, and they live until the call returns.
    guard unsafe poll(&watched, 2, limit.waitMilliseconds) > 0 else { return }
    if watched[0].revents != 0 { _ = InotifyEvent.read(from: descriptor) }
  }
}
