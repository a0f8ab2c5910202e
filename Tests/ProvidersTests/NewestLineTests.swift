import Testing

@testable import Providers

/// The newest line of an output, in whatever pieces it comes.
@Suite struct NewestLineTests {
  /// What each piece brings: a line, `…` for one that is too long, or nothing.
  private func found(_ pieces: [String], limit: Int = 8) -> [String] {
    var lines = NewestLine(limit: limit)
    var found = pieces.map { lines.append(Array($0.utf8)[...]) }
    found.append(lines.end())
    return found.map { line in
      switch line {
      case .complete(let bytes): String(decoding: bytes, as: UTF8.self)
      case .tooLong: "…"
      case nil: ""
      }
    }
  }

  @Test(arguments: [
    (["[1]\n"], ["[1]", ""]),
    (["[1]"], ["", "[1]"]),
    (["[", "1", "]\n"], ["", "", "[1]", ""]),
    (["[1]\r\n[2]\r\n"], ["[2]", ""]),
    (["[1]\n[2]\n[3]"], ["[2]", "[3]"]),
    (["[1", "]\n[2]\n"], ["", "[2]", ""]),
    (["[1]\n\n \t\r\n"], ["[1]", ""]),
    (["[1", "]\n\n\n"], ["", "[1]", ""]),
    (["\n", " \n", "\r\n", "  "], ["", "", "", "", ""]),
    ([], [""]),
  ])
  func `the newest line that is not blank counts`(pieces: [String], lines: [String]) {
    #expect(found(pieces) == lines)
  }

  @Test(arguments: [
    (["12345678\n"], ["12345678", ""]),
    (["123456789\n"], ["…", ""]),
    (["12345", "6789", "more", "\n[1]\n"], ["", "…", "", "[1]", ""]),
    (["123456789", "more"], ["…", "", ""]),
    (["[1]\n123456789"], ["…", ""]),
    (["123456789", "\n"], ["…", "", ""]),
    (["123456789", "\n[1]"], ["…", "", "[1]"]),
    (["[1]\n123456789\n\n"], ["…", ""]),
    (["[1", "23456789\n[2]\n"], ["", "[2]", ""]),
  ])
  func `a line that is too long is reported once, and skipped`(pieces: [String], lines: [String]) {
    #expect(found(pieces) == lines)
  }

  @Test func `how the output is cut does not change its last line`() {
    let text = Array("[1]\n\n[22]\r\n123456789012\n[3]\n".utf8)
    for first in 0...text.count {
      for second in first...text.count {
        var lines = NewestLine(limit: 8)
        let pieces = [text[..<first], text[first..<second], text[second...]]
        let found = pieces.compactMap { lines.append($0) }
        #expect(found.last == .complete(Array("[3]".utf8)), "\(first) \(second)")
      }
    }
  }
}
