import Glibc

/// The descriptors that a service manager hands to a process that it starts (sd_listen_fds(3)).
package enum HandedDescriptors {
  /// The first one's number.
  package static let first: CInt = 3

  /// How many there are; nil if none were handed to this process.
  ///
  /// The variables that say so are removed, so that no program that is started takes them for its own. Call it before
  /// there are other threads.
  package static func take() -> Int? {
    guard unsafe getenv("LISTEN_FDS") != nil else { return nil }
    let (count, process) = (number("LISTEN_FDS"), number("LISTEN_PID"))
    unsafe unsetenv("LISTEN_FDS")
    unsafe unsetenv("LISTEN_PID")
    unsafe unsetenv("LISTEN_FDNAMES")
    guard let count, process == Int(getpid()) else { return nil }
    return count
  }

  private static func number(_ name: String) -> Int? {
    // SAFETY: the text is read before anything can change the environment.
    unsafe getenv(name).flatMap { unsafe Int(String(cString: $0)) }
  }
}
