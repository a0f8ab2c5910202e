import JSONRPC

/// Inputs of the fuzz targets made from the conformance kit.
package enum Seeds {
  /// The targets' names, and what each makes of a line of schema/conformance/*.jsonl.
  package static let targets: [(name: String, make: @Sendable ([UInt8]) -> [[UInt8]])] = [
    ("frames", { streams(ofLine: $0, behind: [FrameInput.plain, FrameInput.tight]) }),
    ("messages", messages),
    ("session", { streams(ofLine: $0, behind: [SessionInput.plain]) }),
  ]

  /// All that a case sends, in either framing.
  private static func streams(ofLine line: [UInt8], behind choices: [[UInt8]]) -> [[UInt8]] {
    guard let conformance = ConformanceCase(line: line) else { return [] }
    return Framing.allCases.flatMap { framing in
      choices.map { $0 + conformance.stream(in: framing) }
    }
  }

  /// Each message of a case by itself.
  private static func messages(ofLine line: [UInt8]) -> [[UInt8]] {
    guard let conformance = ConformanceCase(line: line) else { return [] }
    return conformance.pieces.map { MessageInput.plain + $0.text }
  }
}
