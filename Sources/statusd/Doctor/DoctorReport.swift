import Glibc
import Jansson
import Reactor
import StatusCore
import Text

/// Prints what `doctor` has found.
struct DoctorReport {
  let isJSON: Bool

  /// - Returns: The exit status: 0 if nothing is wrong, otherwise 1, or 74 for what cannot be written.
  func print(_ checks: [DoctorCheck]) -> Int32 {
    let text = isJSON ? JSONText { $0.doctor(checks) }.description : Self.text(of: checks)
    do throws(SystemError) {
      try StandardOutput.print(text)
    } catch {
      guard error.errno != EPIPE else { return 0 }
      LastWords.write("statusd: \(error)")
      return ExitStatus.inputOutputError
    }
    return checks.contains { $0.status == .problem } ? 1 : 0
  }

  private static func text(of checks: [DoctorCheck]) -> String {
    let style = Terminal(STDOUT_FILENO).style
    let width = min(24, checks.map(\.subject.count).max() ?? 0)
    let indent = String(repeating: " ", count: width + 11)
    return checks.map { check in
      let room = String(repeating: " ", count: max(0, width - check.subject.count))
      let lines = ([facts(of: check)] + [check.advice].compactMap(\.self)).map(\.visible)
      return "\(check.subject.visible)\(room)  \(mark(of: check, style))  "
        + lines.joined(separator: "\n\(indent)")
    }.joined(separator: "\n")
  }

  private static func mark(of check: DoctorCheck, _ style: TextStyle) -> String {
    switch check.status {
    case .ok: "ok     "
    case .warning: style.warning("warning")
    case .problem: style.error("PROBLEM")
    }
  }

  private static func facts(of check: DoctorCheck) -> String {
    let facts: [String?] = [
      check.source, check.httpStatus.map { "status \($0)" }, check.bytes.map { "\($0) bytes" },
      check.duration.map { "\($0.seconds) s" },
      check.certificateDays.map { "certificate for \($0) more days" },
    ]
    let known = facts.compactMap(\.self).joined(separator: ", ")
    return known.isEmpty ? check.message : "\(check.message) (\(known))"
  }
}
