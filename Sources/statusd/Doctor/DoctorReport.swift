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
    let terminal = Terminal(STDOUT_FILENO)
    let width = min(24, checks.map(\.subject.count).max() ?? 0)
    return checks.map { text(of: $0, width, terminal) }.joined(separator: "\n")
  }

  /// A terminal must have room for so many characters beside the names.
  private static let leastForColumns = 30

  /// - Parameter width: The room for the name.
  private static func text(of check: DoctorCheck, _ width: Int, _ terminal: Terminal) -> String {
    let room = String(repeating: " ", count: max(0, width - check.subject.count))
    let head = "\(check.subject.visible)\(room)  \(mark(of: check, terminal.style))"
    let lines = ([facts(of: check)] + [check.advice].compactMap(\.self)).map(\.visible)
    let column = max(width, check.subject.count) + 11
    let isNarrow = terminal.columns.map { $0 - column < leastForColumns } ?? false
    let indent = isNarrow ? 2 : width + 11
    let texts = lines.enumerated().map { number, line in
      let first = number == 0 && !isNarrow ? column : indent
      return WordWrap.lines(line, columns: terminal.columns, first: first, indent: indent)
    }
    let below = "\n" + String(repeating: " ", count: indent)
    // The mark has blanks behind it for the column that follows.
    let start = isNarrow ? head.trimmed + below : head + "  "
    return start + texts.joined(separator: below)
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

extension String {
  /// Without the blanks at its end.
  fileprivate var trimmed: String {
    var bytes = Array(utf8)
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
