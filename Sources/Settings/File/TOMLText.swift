import CTOML
import Text

/// A TOML document (v1.0.0), read by toml++.
enum TOMLText {
  /// The most dots of one line, so that no key is deeper: toml++ recurses over its parts, without a limit of its
  /// own, and a daemon that reads its file again must not end by it.
  private static let dots = 128

  /// The table that the document is.
  static func parse(_ text: [UInt8]) throws(FileSyntaxError) -> GivenValue {
    try checkDepth(text)
    let builder = TOMLBuilder()
    var failure = statusd_toml_error()
    let isValid = unsafe text.withUnsafeBytes { bytes in
      // SAFETY: toml++ reads `count` bytes during the call. The context is the builder, which outlives the
      // call by `withExtendedLifetime`; nodes live until the callback that gets them returns, which copies.
      withExtendedLifetime(builder) {
        unsafe statusd_toml_walk(
          bytes.baseAddress, bytes.count, Unmanaged.passUnretained(builder).toOpaque(),
          { context, node in
            guard let builder = unsafe TOMLBuilder.at(context), let node = unsafe node else { return }
            unsafe builder.enter(node.pointee)
          },
          { context in unsafe TOMLBuilder.at(context)?.leave() }, &failure)
      }
    }
    guard isValid, let document = builder.document else { throw FileSyntaxError(failure) }
    return document
  }

  private static func checkDepth(_ text: [UInt8]) throws(FileSyntaxError) {
    for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let isComment = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "#")
      guard !isComment, line.count(where: { $0 == UInt8(ascii: ".") }) > dots else { continue }
      throw FileSyntaxError(line: index + 1, column: 1, message: "more than \(dots) dots on one line")
    }
  }
}

/// Makes values of the nodes of a walk.
private final class TOMLBuilder {
  private struct Open {
    let name: String
    let isTable: Bool
    let line: Int
    var members: [GivenValue.Member] = []
  }

  private(set) var document: GivenValue?
  private var open: [Open] = []

  // SAFETY: the context is the builder that `parse` passes and keeps alive.
  static func at(_ context: UnsafeMutableRawPointer?) -> TOMLBuilder? {
    unsafe context.map { unsafe Unmanaged<TOMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  func enter(_ node: statusd_toml_node) {
    let name = unsafe String(toml: node.name, count: node.name_count)
    let line = unsafe Int(node.line)
    switch unsafe node.kind {
    case .table: open.append(Open(name: name, isTable: true, line: line))
    case .array: open.append(Open(name: name, isTable: false, line: line))
    case .string: unsafe add(.string(String(toml: node.text, count: node.text_count)), name, line)
    case .integer: unsafe add(.integer(Int(node.integer)), name, line)
    case .real: unsafe add(.real(node.real), name, line)
    case .boolean: unsafe add(.boolean(node.boolean), name, line)
    case .time: add(.time, name, line)
    }
  }

  func leave() {
    guard let closed = open.popLast() else { return }
    let value: GivenValue = closed.isTable ? .table(closed.members) : .array(closed.members.map(\.value))
    add(value, closed.name, closed.line)
  }

  private func add(_ value: GivenValue, _ name: String, _ line: Int) {
    if open.isEmpty {
      document = value
    } else {
      open[open.endIndex - 1].members.append(.init(name: name, value: value, line: line))
    }
  }
}

extension String {
  /// Copies UTF-8 that toml++ has checked: `count` bytes of it, which may hold NUL.
  fileprivate init(toml start: UnsafePointer<CChar>?, count: Int) {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    self = unsafe String(decoding: bytes, as: UTF8.self)
  }
}

extension FileSyntaxError {
  fileprivate init(_ failure: statusd_toml_error) {
    let words = unsafe withUnsafeBytes(of: failure.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }.replacing(bytesOf: " (TOML_MAX_NESTED_VALUES)", by: "")
    self.init(
      line: Int(failure.line), column: Int(failure.column),
      message: TOMLWords.sentence(for: words) ?? Self.withoutQuotations(words))
  }

  /// toml++'s words without its quotations, each of which may be a secret if it is more than a character.
  ///
  /// `expected '=', saw 'a'` stays. A quotation may hold quotes of its own, so of anything else only what stands
  /// around all quotations is kept.
  private static func withoutQuotations(_ words: String) -> String {
    let quote = UInt8(ascii: "'")
    guard let start = words.utf8.firstIndex(of: quote), let end = words.utf8.lastIndex(of: quote) else {
      return words
    }
    let pieces = words.parts(between: "'", keepsEmpty: true)
    let isShort = pieces.enumerated().allSatisfy { index, piece in
      index % 2 == 0 || piece.unicodeScalars.count <= 1
    }
    if isShort, pieces.count == 3 || pieces.count == 5 && pieces[2] == ", saw " { return words }
    // Words that were cut may end within the quotation.
    let wasCut = words.utf8.count >= longestMessage
    return "\(words[..<start])'…'\(end > start && !wasCut ? words[words.utf8.index(after: end)...] : "")"
  }

  /// What CTOML.h keeps of toml++'s words, less what was taken from them.
  private static let longestMessage = 200
}
