import Testing

@testable import Providers

/// The lines of an output, in whatever pieces it comes.
@Suite struct StreamLinesTests {
  /// What each piece brings: lines, and `…` for one that is too long.
  private func found(_ pieces: [String], limit: Int = 8) -> [String] {
    var lines = StreamLines(limit: limit)
    var found = pieces.map { lines.append(Array($0.utf8)[...]) }
    found.append(lines.end())
    return found.map { arrival in
      let words = arrival.lines.map { String(decoding: $0, as: UTF8.self) }
      return (words + (arrival.endsTooLong ? ["…"] : [])).joined(separator: " ")
    }
  }

  @Test(arguments: [
    (["[1]\n"], ["[1]", ""]),
    (["[1]"], ["", "[1]"]),
    (["[", "1", "]\n"], ["", "", "[1]", ""]),
    (["[1]\r\n[2]\r\n"], ["[1] [2]", ""]),
    (["[1]\n[2]\n[3]"], ["[1] [2]", "[3]"]),
    (["[1", "]\n[2]\n"], ["", "[1] [2]", ""]),
    (["[1]\n\n \t\r\n"], ["[1]", ""]),
    (["[1", "]\n\n\n"], ["", "[1]", ""]),
    (["\n", " \n", "\r\n", "  "], ["", "", "", "", ""]),
    ([], [""]),
  ])
  func `lines that are not blank count`(pieces: [String], lines: [String]) {
    #expect(found(pieces) == lines)
  }

  @Test(arguments: [
    (["12345678\n"], ["12345678", ""]),
    (["123456789\n"], ["…", ""]),
    (["12345", "6789", "more", "\n[1]\n"], ["", "…", "", "[1]", ""]),
    (["123456789", "more"], ["…", "", ""]),
    (["[1]\n123456789"], ["[1] …", ""]),
    (["123456789", "\n"], ["…", "", ""]),
    (["123456789", "\n[1]"], ["…", "", "[1]"]),
    (["[1]\n123456789\n\n"], ["[1] …", ""]),
    (["123456789\n[1]\n"], ["[1]", ""]),
    (["[1", "23456789\n[2]\n"], ["", "[2]", ""]),
  ])
  func `a line that is too long is reported once, and skipped`(pieces: [String], lines: [String]) {
    #expect(found(pieces) == lines)
  }

  @Test func `how the output is cut does not change its lines`() {
    let text = Array("[1]\n\n[22]\r\n123456789012\n[3]\n".utf8)
    for first in 0...text.count {
      for second in first...text.count {
        var lines = StreamLines(limit: 8)
        let pieces = [text[..<first], text[first..<second], text[second...]]
        let found = pieces.flatMap { lines.append($0).lines } + lines.end().lines
        #expect(found == ["[1]", "[22]", "[3]"].map { Array($0.utf8) }, "\(first) \(second)")
      }
    }
  }
}
