import Jansson
import TestSupport
import Testing

@Suite struct JSONPatchTests {
  private static func patch(_ old: String, _ new: String) -> String? {
    JSONPatch.patch(from: Array(old.utf8).span, to: Array(new.utf8).span).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// So that a patch is smaller than the whole.
  private static let filler = #""filler":"\#(String(repeating: "x", count: 400))""#

  @Test(
    arguments: [
      ("7", "7", nil), ("1", "2", nil), (#"{"a":1}"#, #"{"a":1}"#, "[]"),
      (#"{"a":1,\#(filler)}"#, #"{"a":2,\#(filler)}"#, #"[{"op":"replace","path":"/a","value":2}]"#),
      (#"{"a":1,\#(filler)}"#, #"{\#(filler)}"#, #"[{"op":"remove","path":"/a"}]"#),
      (#"{\#(filler)}"#, #"{\#(filler),"a":[1]}"#, #"[{"op":"add","path":"/a","value":[1]}]"#),
      (
        #"{"a/b":1,"~":2,"\"":3,"c\/d":4,\#(filler)}"#, #"{"a/b":0,"~":0,"\"":0,"c\/d":0,\#(filler)}"#,
        #"[{"op":"replace","path":"/a~1b","value":0},{"op":"replace","path":"/~0","value":0},"#
          + #"{"op":"replace","path":"/\"","value":0},{"op":"replace","path":"/c~1d","value":0}]"#
      ),
      // The order of members is no news, but what is written differently is.
      (#"{"a":1,"b":2,\#(filler)}"#, #"{"b":2,"a":1,\#(filler)}"#, "[]"),
      (
        #"[1,\#("\"" + filler.dropFirst(10))]"#, #"[1.0,\#("\"" + filler.dropFirst(10))]"#,
        #"[{"op":"replace","path":"/0","value":1.0}]"#
      ),
      // No path leads to one of two members of one name.
      (
        #"{"a":{"b":1,"b":2},\#(filler)}"#, #"{"a":{"b":1,"b":3},\#(filler)}"#,
        #"[{"op":"replace","path":"/a","value":{"b":1,"b":3}}]"#
      ),
    ] as [(String, String, String?)])
  func `a patch says what has changed`(old: String, new: String, patch: String?) {
    #expect(Self.patch(old, new) == patch)
  }

  private static func list(_ ids: [Int], _ change: Int? = nil) -> String {
    let elements = ids.map {
      #"{"id":"\#($0)","name":"\#($0 == change ? "changed" : "some name")","location":{"latitude":1.5,"longitude":2}}"#
    }
    return "[" + elements.joined(separator: ",") + "]"
  }

  @Test(arguments: [
    (list([1, 2, 3, 4, 5]), list([1, 2, 4, 5]), #"[{"op":"remove","path":"/2"}]"#),
    (
      list([1, 2, 3, 4, 5]), list([1, 2, 3, 4, 5], 4),
      #"[{"op":"replace","path":"/3/name","value":"changed"}]"#
    ),
    (
      list([1, 2, 3, 4, 5, 6, 7]), list([2, 3, 4, 5, 6, 8, 9, 7]),
      #"[{"op":"remove","path":"/0"},{"op":"add","path":"/5","value":\#(list([8]).dropFirst().dropLast())},"#
        + #"{"op":"add","path":"/6","value":\#(list([9]).dropFirst().dropLast())}]"#
    ),
  ])
  func `elements of a list are recognised by their ids`(old: String, new: String, patch: String) {
    #expect(Self.patch(old, new) == patch)
  }

  @Test func `a patch that is applied to the old value gives the new one`() throws {
    var (made, nontrivial) = (0, 0)
    for seed in 1...1_500 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let old = Tree.array((0..<4).map { _ in .random(depth: 4, using: &random) })
      let new = old.mutated(using: &random)
      let (before, after) = (JSONText { old.write(to: &$0) }.bytes, JSONText { new.write(to: &$0) }.bytes)
      guard let patch = JSONPatch.patch(from: before.span, to: after.span) else { continue }
      (made, nontrivial) = (made + 1, nontrivial + (patch.count > 2 ? 1 : 0))
      #expect(patch.count < after.count)
      var document = try Document(parsing: before)
      try document.apply(try JSONValue.parse(patch.span))
      let expected = try Document(parsing: after)
      #expect(document == expected, "seed \(seed)")
    }
    #expect(made > 500 && nontrivial > 300)
  }

  @Test func `lists of things with ids come through every insertion, removal and move`() throws {
    for seed in 1...400 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let ids = (0..<30).map { _ in Int.random(in: 0...40, using: &random) }
      var others = ids
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let index = Int.random(in: 0..<others.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: others.remove(at: index)
        case 1: others.insert(Int.random(in: 0...99, using: &random), at: index)
        default: others.swapAt(index, Int.random(in: 0..<others.count, using: &random))
        }
      }
      let (before, after) = (Array(Self.list(ids).utf8), Array(Self.list(others, others.first).utf8))
      let made = JSONPatch.patch(from: before.span, to: after.span)
      let patch = try #require(made, "seed \(seed)")
      var document = try Document(parsing: before)
      try document.apply(try JSONValue.parse(patch.span))
      let expected = try Document(parsing: after)
      #expect(document == expected, "seed \(seed)")
    }
  }
}

extension Tree {
  /// The tree with a few changes, here and there.
  fileprivate func mutated(using random: inout SeededGenerator) -> Tree {
    guard !Int.random(in: 0...11, using: &random).isMultiple(of: 12) else {
      return .random(depth: 2, using: &random)
    }
    switch self {
    case .array(var elements):
      if let index = elements.indices.randomElement(using: &random) {
        switch Int.random(in: 0...5, using: &random) {
        case 0: elements.remove(at: index)
        case 1: elements.insert(.random(depth: 1, using: &random), at: index)
        default: elements[index] = elements[index].mutated(using: &random)
        }
      }
      return .array(elements)
    case .object(var members):
      if let index = members.indices.randomElement(using: &random) {
        switch Int.random(in: 0...5, using: &random) {
        case 0: members.remove(at: index)
        case 1: members.append(Member(name: "new~/\(index)", value: .random(depth: 1, using: &random)))
        default:
          members[index] = Member(
            name: members[index].name, value: members[index].value.mutated(using: &random))
        }
      }
      return .object(members)
    case .null, .boolean, .integer, .real, .string: return self
    }
  }
}
