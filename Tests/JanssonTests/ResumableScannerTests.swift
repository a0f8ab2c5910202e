import Jansson
import TestSupport
import Testing

/// What a text may not have although it is JSON; how it is scanned part by part is CanonicalTextTests'.
@Suite struct ResumableScannerTests {
  private static func refusal(_ text: String) throws -> ResumableScanner.Refusal? {
    let bytes = Array(text.utf8)
    var scanner = ResumableScanner(budget: JSONBudget(depth: 128, tokens: .max), isStrict: true)
    while try !scanner.scan(bytes.span, count: 1_024) {}
    return scanner.refusal
  }

  /// An object of members with those names.
  private static func object(_ names: [String]) -> String {
    "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
  }

  private static func names(_ count: Int) -> [String] {
    (0..<count).map { "member \($0)" }
  }

  @Test(arguments: [2, 15, 16, 17, 18, 33, 300])
  func `a name may come twice in no place of an object, however many members it has`(count: Int) throws {
    let names = Self.names(count)
    #expect(try Self.refusal(Self.object(names)) == nil)
    for first in [0, 1, count / 2, count - 2] where first >= 0 && first < count - 1 {
      for second in [first + 1, count - 1] {
        var repeated = names
        repeated[second] = names[first]
        #expect(try Self.refusal(Self.object(repeated)) == .duplicateName, "\(first) and \(second)")
      }
    }
  }

  @Test(arguments: [2, 17, 40])
  func `a name is the same however it is escaped`(count: Int) throws {
    for index in [0, count / 2, count - 1] {
      let repeated = Self.names(count) + [#"\u006dember \#(index)"#]
      #expect(try Self.refusal(Self.object(repeated)) == .duplicateName, "\(index)")
      var escaped = Self.names(count)
      escaped[index] = #"\u006dember \#(index)"#
      #expect(try Self.refusal(Self.object(escaped)) == nil)
      #expect(try Self.refusal(Self.object(escaped + ["member \(index)"])) == .duplicateName)
    }
  }

  @Test func `objects within an object have names of their own, and it goes on with its own`() throws {
    let names = Self.names(20)
    let inner = Self.object(names)
    let open = Self.object(names).dropLast()
    #expect(try Self.refusal("\(open),\"inner\":\(inner),\"last\":[\(inner),\(inner)]}") == nil)
    #expect(try Self.refusal("\(open),\"inner\":\(inner),\"member 0\":1}") == .duplicateName)
    #expect(try Self.refusal("\(open),\"inner\":\(inner),\"inner\":1}") == .duplicateName)
  }

  /// The largest double has 309 digits, and so have larger numbers.
  @Test(arguments: [(308, true), (309, false), (310, false)])
  func `a number of nines beyond a double is refused`(digits: Int, isDouble: Bool) throws {
    let number = String(repeating: "9", count: digits)
    for text in [number, "-\(number)", "[\(number)]", "{\"a\":\(number)}"] {
      #expect(try Self.refusal(text) == (isDouble ? nil : .numberRange), "\(text.prefix(9))")
    }
  }

  @Test(arguments: ["1" + String(repeating: "0", count: 308), "1e308", "-1.7976931348623157e308", "0e9999"])
  func `a number of 309 digits may be a double`(number: String) throws {
    #expect(try Self.refusal(number) == nil)
  }

  @Test(arguments: ["1e309", "-1E+309", "9e99999", "17976931348623159e292"])
  func `an exponent beyond a double is refused`(number: String) throws {
    #expect(try Self.refusal(number) == .numberRange)
  }

  /// Beside the instructions that scripts/bench --linear counts: a copy of the names for each name is seen here too.
  @Test func `an object of 100,000 names costs about four times as much as one of 25,000`() throws {
    let (few, many) = (Self.object(Self.names(25_000)), Self.object(Self.names(100_000)))
    let first = try processorTime { _ = try Self.refusal(few) }
    let second = try processorTime { _ = try Self.refusal(many) }
    #expect(second < first * 10)
  }
}
