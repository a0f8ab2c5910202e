/// Every text that differs from another one by one byte: one is missing, one too many, or another one.
package struct Damage: Sequence {
  private let text: [UInt8]
  private let bytes: [UInt8]

  /// - Parameter bytes: What comes in place of, and before, each byte.
  package init(of text: String, bytes: String = "\"'=:/?@ \nx") {
    self.text = Array(text.utf8)
    self.bytes = Array(bytes.utf8)
  }

  package func makeIterator() -> some IteratorProtocol<String> {
    text.indices.lazy.flatMap { index in
      [damaged(at: index, by: [])]
        + bytes.lazy.filter { $0 != text[index] }.map { damaged(at: index, by: [$0]) }
        + bytes.map { damaged(at: index, by: [$0, text[index]]) }
    }.makeIterator()
  }

  private func damaged(at index: Int, by replacement: [UInt8]) -> String {
    String(decoding: text[..<index] + replacement + text[(index + 1)...], as: UTF8.self)
  }
}
