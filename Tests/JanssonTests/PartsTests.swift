import TestSupport
import Testing

@testable import Jansson

/// What reads a text part by part: the parts may be of any size, and end within strings, names and escapes.
@Suite struct PartsTests {
  /// Texts in which every kind of token is long enough to be left in its middle.
  private static let texts: [String] = [
    #"["plain text, long enough for several parts of it","\u0041\n\\\\\"\/\ud83d\ude00é\u00e9"]"#,
    #"{"a name that is longer than sixteen bytes":1,"\u0061 name that is longer than sixteen bytes!":{"b":[]}}"#,
    "[\"\u{2028}\u{85}é\u{2029}\", \"é\\\\\" , {\"\u{2028}\":\"\\u2028\"} ]",
    #"[123456789012345678901234567890.5e-3, true ,null,-0.0,"",{"":""}]"#,
    #"{"y":{"z":"w","a\u0062":[1,{"c":"d\"e"},"the value"]},"x":1}"#,
    #"{"a name that is longer than sixteen bytes":1,"a n\u0061me that is longer than sixteen bytes":1}"#,
    #"{"a\u0000":1}"#, #"{"a name that is longer than sixteen bytes\u0000":1}"#, #"{"x":1e999,"y":1}"#,
    #"["lone \ud800 surrogate"]"#, #"["no end"#, #"["no end \u00"#, "[\"control \u{1} character\"]", "[1,2",
    #"{"a":1 "b":2}"#, #"["not an escape \x"]"#, "", "tru", "[01]", "12 34", #"{"a"}"#,
  ]

  /// What a scan comes to.
  private struct Scanned: Equatable {
    var error: JSONScanError?
    var refusal: ResumableScanner.Refusal?
    var found: [Int?] = []
    var start = 0
  }

  private static func scan(_ text: [UInt8], partsOf count: Int) -> Scanned {
    var scanner = ResumableScanner(
      budget: JSONBudget(depth: 128, tokens: .max), isStrict: true, wanted: ["x", "y", "absent"])
    do throws(JSONScanError) {
      while try !scanner.scan(text.span, count: count) {}
      return Scanned(refusal: scanner.refusal, found: scanner.found, start: scanner.start)
    } catch {
      return Scanned(error: error)
    }
  }

  @Test(arguments: texts)
  func `a scan says the same whatever its parts are`(text: String) {
    let bytes = Array(text.utf8)
    let whole = Self.scan(bytes, partsOf: 1_000)
    #expect(whole.error == Scan.error(bytes))
    for count in 1...max(1, bytes.count) { #expect(Self.scan(bytes, partsOf: count) == whole, "\(count)") }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `a scan of a random or damaged text says the same whatever its parts are`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tree = Tree.random(depth: 4, using: &random)
    var bytes = JSONText { tree.write(to: &$0) }.bytes
    if seed % 2 == 0, let index = bytes.indices.randomElement(using: &random) {
      bytes[index] = Array("\"\\{}[],:x".utf8).randomElement(using: &random) ?? 0
    }
    let whole = Self.scan(bytes, partsOf: .max / 2)
    #expect(whole.error == Scan.error(bytes))
    for count in [1, 2, 3, 5, 7, 11, 64] { #expect(Self.scan(bytes, partsOf: count) == whole, "\(count)") }
  }

  private static func compacted(_ text: [UInt8], partsOf count: Int) -> [UInt8] {
    var (out, index) = (CanonicalText(capacity: text.count), 0)
    while index < text.count { out.compact(text.span, from: &index, count: count) }
    return out.takeBytes()
  }

  @Test(arguments: texts)
  func `a text is compacted to the same whatever the parts are`(text: String) {
    let bytes = Array(text.utf8)
    guard Scan.error(bytes) == nil else { return }
    let whole = Self.compacted(bytes, partsOf: 1_000)
    for count in 1...bytes.count { #expect(Self.compacted(bytes, partsOf: count) == whole, "\(count)") }
  }

  @Test(arguments: ["/y", "/y/z", "/y/ab", "/y/ab/2", "/x", "/y/ab/1/c", "/absent", "/0", "/1"])
  func `a pointer leads to the same whatever the parts are`(pointer: String) throws {
    for text in Self.texts where Scan.error(text) == nil {
      let bytes = Array(text.utf8)
      let path = try #require(JSONPointerPath(pointer))
      let whole = Self.search(path, bytes, partsOf: 1_000)
      for count in 1...bytes.count { #expect(Self.search(path, bytes, partsOf: count) == whole, "\(count)") }
    }
  }

  private static func search(_ path: JSONPointerPath, _ text: [UInt8], partsOf count: Int)
    -> PointerSearch.Outcome
  {
    var search = PointerSearch(for: path, at: 0)
    while true {
      if let outcome = search.go(on: text.span, count: count) { return outcome }
    }
  }

  @Test(arguments: texts)
  func `a value ends at the same place whatever the parts are`(text: String) {
    let bytes = Array(text.utf8)
    guard Scan.error(bytes) == nil else { return }
    let end = bytes.span.endOfValue(from: 0)
    for count in 1...bytes.count {
      var skip = ValueSkip(at: 0)
      while !skip.go(on: bytes.span, upTo: min(bytes.count, skip.index + count)) {}
      #expect(skip.index == end, "\(count)")
      #expect(bytes.span.endOfValue(from: 0, upTo: count).map { $0 == end } ?? (count < end))
    }
  }

  @Test(arguments: texts)
  func `an object has the same members whatever the parts are`(text: String) {
    let bytes = Array(text.utf8)
    guard Scan.error(bytes) == nil, bytes.first == UInt8(ascii: "{") else { return }
    let expected = JSONParts(of: bytes)?.map { [$0.name?.lowerBound ?? 0, $0.value.lowerBound] }
    for count in 1...bytes.count {
      var (walk, found): (MemberWalk, [[Int]]) = (MemberWalk(at: 0), [])
      while !walk.go(
        on: bytes.span, upTo: min(bytes.count, walk.index + count),
        { found.append([$0.lowerBound - 1, $1]) })
      {}
      #expect(found == expected, "\(count)")
      #expect(walk.index == bytes.count)
    }
  }

  @Test(arguments: [
    #""plain""#, #""""#, #""\u0041\n\\\\\"\/\ud83d\ude00é\u00e9 and more""#, "\"\u{2028}\u{85}é\u{2029}\"",
    #""\\""#, #""\u2028\u0085""#, #""é\\""#,
  ])
  func `a string is written the same whatever the parts are`(text: String) {
    let bytes = Array(text.utf8)
    var whole = CanonicalText(capacity: 0)
    whole.string(bytes.span, at: 0)
    for count in 1...bytes.count {
      var (out, index) = (CanonicalText(capacity: 0), 1)
      out.append("\"")
      while !out.goOnInString(bytes.span, at: &index, upTo: min(bytes.count, index + count)) {}
      #expect(out.bytes == whole.bytes, "\(count)")
      #expect(index == bytes.count)
    }
  }
}
