@testable import StatusServer

/// Holds the beginning of a connection to a shared daemon to what is promised of it, for one input.
///
/// However it comes, it is what ``ExpectedOpening`` finds in the whole of it, no byte of a session is lost and no more is
/// kept than the longest line. A line asks for what ``ExpectedRequest`` reads in it.
package enum OpeningInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let input = OpeningInput(bytes) else { return }
    let expected = ExpectedOpening(input.stream)
    try check(input.stream, in: (.max, .max), expected)
    try check(input.stream, in: input.pieces, expected)
    try check(input.stream, in: (1, 1), expected)
    if case .line(let line) = expected { try checkRequest(line) }
  }

  private static func check(
    _ stream: [UInt8], in pieces: (Int, Int), _ expected: ExpectedOpening
  ) throws(Violation) {
    var opening = Opening()
    var (taken, count) = (0, 0)
    var event = Opening.Event.incomplete
    while event == .incomplete, taken < stream.count {
      let length = count.isMultiple(of: 2) ? pieces.0 : pieces.1
      let end = min(stream.count, taken + min(length, opening.room))
      try require(end > taken, "there is room for nothing after \(taken) bytes")
      event = opening.append(Array(stream[taken..<end]))
      (taken, count) = (end, count + 1)
    }
    try require(opening.bytes == Array(stream[..<taken]), "the bytes are not those that came")
    try require(taken <= Opening.longestLine + 1, "\(taken) bytes are kept")
    let isLine = opening.bytes.starts(with: ExpectedOpening.mark)
    try require(opening.isLine == isLine, "isLine is \(opening.isLine)")
    let found: ExpectedOpening =
      switch event {
      case .incomplete: .undecided
      case .session: .session
      case .tooLong: .tooLong
      case .line(let range): .line(Array(opening.bytes[range]))
      }
    try require(found == expected, "in pieces of \(pieces): expected \(expected), got \(found)")
  }

  private static func checkRequest(_ line: [UInt8]) throws(Violation) {
    // What a client reads of it is nothing that ends one.
    _ = ConnectLine.answer(line.span)
    let found = SharingLine.request(line.span).map { ExpectedRequest($0) }
    let expected: ExpectedRequest?
    do throws(JSONNode.Fault) {
      expected = try ExpectedRequest(line)
    } catch {
      return
    }
    try require(
      found == expected,
      "\(line.quoted): expected \(String(describing: expected)), got \(String(describing: found))")
  }
}
