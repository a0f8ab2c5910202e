import Glibc
import Reactor

extension DoctorCheck {
  /// What the system gives this process, and a daemon that is started in the same way.
  static var process: [DoctorCheck] { [descriptors, fileSize, memory, terminal] }

  /// A connection takes one, and so do a command's pipes; a daemon itself has a dozen open.
  private static let fewDescriptors = 128

  private static var descriptors: DoctorCheck {
    guard let limit = ProcessLimit.descriptors.soft else {
      return DoctorCheck("descriptors", .ok, "no limit")
    }
    guard limit < fewDescriptors else { return DoctorCheck("descriptors", .ok, "at most \(limit)") }
    return DoctorCheck(
      "descriptors", .warning, "at most \(limit), which many sources and commands may use up",
      advice: "Raise the limit: ulimit -n 1024, or LimitNOFILE= in a systemd unit.")
  }

  private static var fileSize: DoctorCheck {
    guard let limit = ProcessLimit.fileSize.soft else { return DoctorCheck("file size", .ok, "no limit") }
    return DoctorCheck(
      "file size", .warning, "output to a file ends at \(limit) bytes",
      advice: "Remove the limit: ulimit -f unlimited.")
  }

  private static var memory: DoctorCheck {
    guard let limit = ProcessLimit.addressSpace.soft else { return DoctorCheck("memory", .ok, "no limit") }
    return DoctorCheck(
      "memory", .warning, "at most \(limit) bytes of address space",
      advice: "Remove the limit: ulimit -v unlimited. docs/operations.md says how much a daemon needs.")
  }

  private static var terminal: DoctorCheck {
    let (output, errors) = (Terminal(STDOUT_FILENO), Terminal(STDERR_FILENO))
    let colours = TextStyle.isUnwanted ? "no colours (NO_COLOR)" : "colours"
    switch (output.isTerminal, errors.isTerminal) {
    case (true, true): return DoctorCheck("terminal", .ok, "stdout and stderr, \(colours)")
    case (true, false): return DoctorCheck("terminal", .ok, "stdout, \(colours)")
    case (false, true): return DoctorCheck("terminal", .ok, "stderr, \(colours)")
    case (false, false): return DoctorCheck("terminal", .ok, "none")
    }
  }
}
