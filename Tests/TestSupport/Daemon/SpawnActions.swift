import CLinux
import Foundation
import Glibc

/// What `posix_spawn` does to the child's descriptors before the program starts.
///
/// Every pipe is made close-on-exec, so that tests which run side by side do not hold each other's ends. Nor does a
/// child get what `swift test` has left open: a test counts descriptors.
@safe
struct SpawnActions {
  private var actions = unsafe posix_spawn_file_actions_t()
  private var childEnds: [CInt] = []

  init() throws {
    unsafe posix_spawn_file_actions_init(&actions)
  }

  mutating func destroy() {
    unsafe posix_spawn_file_actions_destroy(&actions)
    for end in childEnds { close(end) }
    childEnds = []
  }

  /// The test's end of the child's standard input; -1 for a descriptor of the test's.
  mutating func input(_ stream: DaemonProcess.Stream) throws -> CInt {
    if case .descriptor(let descriptor) = stream {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
      return -1
    }
    let (reading, writing) = try pipe()
    unsafe posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
    childEnds.append(reading)
    return writing
  }

  /// The test's end of one of the child's outputs; -1 for a descriptor of the test's.
  mutating func output(_ stream: DaemonProcess.Stream, as number: CInt) throws -> CInt {
    if case .descriptor(let descriptor) = stream {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      return -1
    }
    let (reading, writing) = try pipe()
    unsafe posix_spawn_file_actions_adddup2(&actions, writing, number)
    childEnds.append(writing)
    return reading
  }

  /// - Parameter environment: What is added to the one there is; no configuration of the user's is found.
  mutating func spawn(
    _ program: String, _ arguments: [String], environment added: [String: String] = [:]
  ) throws -> pid_t {
    let inherited = ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": "/proc/nonexistent"]) {
      $1
    }
    let environment = inherited.merging(added) { $1 }.map { "\($0)=\($1)" }
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    // The test runner may have blocked or ignored signals; the daemon starts as from a shell.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var pid: pid_t = 0
    let code = unsafe posix_spawn(&pid, program, &actions, &attributes, &words, &variables)
    guard code == 0 else {
      throw DaemonError("cannot start \(program): \(unsafe String(cString: strerror(code)))")
    }
    return pid
  }

  private func pipe() throws -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [0, 0]
    guard unsafe statusd_pipe2(&ends, O_CLOEXEC) == 0 else { throw DaemonError("no descriptors left") }
    return (ends[0], ends[1])
  }
}
