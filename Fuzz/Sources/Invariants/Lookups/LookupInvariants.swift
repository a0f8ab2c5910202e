import Jansson
import Text

/// Holds what looks things up in JSON to what a slower reader of a tree finds: pointers, and conditions.
package enum LookupInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let input = LookupInput(bytes) else { return }
    switch input.question {
    case .pointer: try checkPointer(input)
    case .condition: try ConditionInvariants.check(input)
    }
  }

  /// All three that follow pointers find the same.
  private static func checkPointer(_ input: LookupInput) throws(Violation) {
    let outcome = PointerReference(input.word)?.follow(in: input.value)
    var expected: Range<Int>?
    if case .found(let node) = outcome { expected = node.text.indices }
    try checkFind(input, outcome, expected)
    let place = JSONPlace(pointer: input.word)
    try require((place == nil) == (outcome == nil), "\(input.word.debugDescription) as a place")
    try requireSame(place?.find(in: input.text.span), expected, input, "the place")
    let path = JSONPointerPath(input.word)
    try require((path == nil) == (outcome == nil), "\(input.word.debugDescription) as a path")
    for count in [1, 7, 16_384] {
      try requireSame(path.flatMap { search($0, input.text, count) }, expected, input, "the search")
    }
  }

  private static func search(_ path: JSONPointerPath, _ text: [UInt8], _ count: Int) -> Range<Int>? {
    guard !path.isWhole else { return text.indices }
    var search = PointerSearch(for: path, at: 0)
    while true {
      switch search.go(on: text.span, count: count) {
      case .found(let place): return place
      case .nothing: return nil
      case nil: break
      }
    }
  }

  private static func requireSame(
    _ found: Range<Int>?, _ expected: Range<Int>?, _ input: LookupInput, _ who: String
  ) throws(Violation) {
    try require(
      found == expected,
      "\(who) finds \(found as Any) in place of \(expected as Any) at \(input.word.debugDescription)")
  }
}

// MARK: What was not found

extension LookupInvariants {
  private static func checkFind(
    _ input: LookupInput, _ outcome: PointerReference.Outcome?, _ expected: Range<Int>?
  ) throws(Violation) {
    let result = Result { () throws(JSONPointer.LookupError) in
      try JSONPointer.find(input.word, in: input.text)
    }
    switch result {
    case .success(let found): try requireSame(found, expected, input, "the lookup")
    case .failure(let error): try check(error, outcome, expected, input)
    }
  }

  private static func check(
    _ error: JSONPointer.LookupError, _ outcome: PointerReference.Outcome?, _ expected: Range<Int>?,
    _ input: LookupInput
  ) throws(Violation) {
    guard let outcome else {
      return try require(error == .syntax, "\(input.word.debugDescription) is \(error)")
    }
    guard case .lost(let node, let behind) = outcome else {
      throw Violation("\(input.word.debugDescription) is \(error), and leads to \(expected as Any)")
    }
    let container = behind.map { JSONPointer.token(String(decoding: $0, as: UTF8.self)) }.joined()
    try check(error, of: node, container, input)
  }

  /// The error says where the way ends, and what is there; the name that was meant leads somewhere.
  private static func check(
    _ error: JSONPointer.LookupError, of node: JSONNode, _ container: String, _ input: LookupInput
  ) throws(Violation) {
    switch (error, node.content) {
    case (.noMember(container, let nearest, let known), .object(let members)):
      let names = members.prefix(16).map { String(decoding: $0.name, as: UTF8.self) }
      try require(known == names, "\(known) are not \(names)")
      guard let nearest, isWhole(nearest) else { return }
      let found = try? JSONPointer.find(nearest, in: input.text)
      try require(found != nil, "\(nearest.debugDescription) is suggested, and leads nowhere")
    case (.noElement(container, let count), .array(let elements)):
      try require(count == elements.count, "\(count) elements, not \(elements.count)")
    case (.scalar(container), .string), (.scalar(container), .number), (.scalar(container), .boolean),
      (.scalar(container), .null):
      return
    default: throw Violation("\(error) where \(node.text.quoted) is at \(container.debugDescription)")
    }
  }

  /// Whether a pointer has no name that was cut.
  private static func isWhole(_ pointer: String) -> Bool { pointer.utf8.count < 100 }
}
