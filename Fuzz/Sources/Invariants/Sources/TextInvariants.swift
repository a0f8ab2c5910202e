import Jansson
import StatusCore

@testable import Providers

/// Holds the shapes of text that is not JSON to their rules, which a second, simpler reader follows here.
enum TextInvariants {
  /// So many lines at most, so that the limit is met.
  private static let mostLines = 8

  static func checkText(_ input: SourceInput) throws(Violation) {
    let text = trimmed(input.text)
    try check(input, .text, isKept: true) { $0.string == text }
  }

  static func checkLines(_ input: SourceInput) throws(Violation) {
    let expected = lines(of: trimmed(input.text))
    try check(input, .lines, isKept: expected.count <= mostLines) { $0.elements.map(\.string) == expected }
  }

  /// What comes after a byte order mark, without the line breaks at its end.
  private static func trimmed(_ body: [UInt8]) -> [UInt8] {
    var text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
    while let last = text.last, last == 0x0A || last == 0x0D { text.removeLast() }
    return text
  }

  /// A line feed ends a line, and with it a carriage return before it.
  private static func lines(of text: [UInt8]) -> [[UInt8]] {
    guard !text.isEmpty else { return [] }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    return lines.dropLast().map { $0.last == 0x0D ? $0.dropLast() : $0 } + lines.suffix(1)
  }

  /// At once and step by step.
  private static func check(
    _ input: SourceInput, _ shape: ResourceShape, isKept: Bool, _ isRight: (JSONNode) -> Bool
  ) throws(Violation) {
    let isText = String(validating: input.text, as: UTF8.self) != nil
    for step in [16_384, input.pieces] {
      switch decode(input.text, shape, step) {
      case .success(let value):
        try require(isKept && isText, "\(shape): it is accepted")
        guard let node = try? JSONNode(reading: value.text, JSONNode.roomy) else {
          throw Violation("\(value.text.quoted) is no JSON")
        }
        try require(isRight(node) && !value.text.contains { $0 < 0x20 }, "\(shape): \(value.text.quoted)")
      case .failure(let problem):
        let kind: FailureKind = isText ? .unexpectedShape : .malformedData
        try require(problem.kind == kind && !(isText && isKept), "\(shape): \(problem)")
      }
    }
  }

  private static func decode(
    _ body: [UInt8], _ shape: ResourceShape, _ step: Int
  ) -> Result<ResourceValue, Problem> {
    var decoding = ValueDecoding(body, as: shape, values: mostLines, from: "fuzz:", workOfStep: step)
    while true {
      switch decoding.proceed() {
      case .value(let value, _): return .success(value)
      case .failure(let problem): return .failure(problem)
      case .unchanged, nil: break
      }
    }
  }
}
