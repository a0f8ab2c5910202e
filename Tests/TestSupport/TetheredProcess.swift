import Glibc

/// A program that runs until this value is dropped, and never longer than the process that started it.
///
/// A shell starts the program, waits until the other end of a pipe is closed, by us or by our death, and then
/// ends the program by its process id.
package final class TetheredProcess {
  private static let script = #"PATH="$PATH:/usr/sbin"; "$@" & read -r line; kill $!; wait"#

  private let shell: pid_t
  private let tether: CInt

  /// Starts a program that is looked up in PATH and /usr/sbin.
  package init(_ words: [String]) {
    var ends: [CInt] = [-1, -1]
    precondition(unsafe pipe(&ends) == 0, "no pipe")
    shell = Self.spawn(["/bin/sh", "-c", Self.script, "sh"] + words, input: ends[0])
    close(ends[0])
    tether = ends[1]
  }

  /// Ends the program and waits until it is gone.
  deinit {
    close(tether)
    while waitpid(shell, nil, 0) < 0, errno == EINTR {}
  }

  /// Starts a program that has `input`, our output and errors, and no other descriptor of ours.
  private static func spawn(_ words: [String], input: CInt) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    // Those that are not open are passed over. A server's end of a connection that lived on in another
    // process would never be closed to its client.
    for descriptor: CInt in 3..<1_024 { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Threads of Swift's pool block signals, and children inherit that: they could not be ended.
    var nothing = sigset_t()
    unsafe sigemptyset(&nothing)
    unsafe posix_spawnattr_setsigmask(&attributes, &nothing)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pid: pid_t = 0
    let code = unsafe posix_spawn(&pid, words[0], &actions, &attributes, &arguments, environ)
    precondition(code == 0, "the shell does not start")
    return pid
  }
}
