import Jansson

/// A configuration in JSON (RFC 8259).
enum JSONFileText {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let budget = JSONBudget(depth: 32, tokens: 100_000)

  static func parse(_ file: [UInt8]) throws(FileSyntaxError) -> GivenValue {
    let text = file.starts(with: byteOrderMark) ? Array(file.dropFirst(byteOrderMark.count)) : file
    var scanner = JSONScanner(budget: budget)
    do throws(JSONScanError) {
      try scanner.scan(text.span)
    } catch {
      throw FileSyntaxError(error, in: text)
    }
    do throws(JSONParseError) {
      return value(of: try JSONValue.parse(text.span))
    } catch {
      throw FileSyntaxError(error, in: text)
    }
  }

  private static func value(of json: JSONValue) -> GivenValue {
    switch json.kind {
    case .object: .table(json.members.map { .init(name: $0.name, value: value(of: $0.value)) })
    case .array: .array(json.elements.map(value(of:)))
    case .string: .string(json.string ?? "")
    case .integer: .integer(json.integer ?? 0)
    case .real: .real(json.number ?? 0)
    case .boolean: .boolean(json.boolean ?? false)
    case .null: .null
    }
  }
}

extension FileSyntaxError {
  fileprivate init(_ error: JSONScanError, in text: [UInt8]) {
    switch error {
    case .syntax(let words, let offset): self.init(words, at: offset, in: text)
    case .tooDeep(let limit): self.init("nested more than \(limit) deep", at: 0, in: text)
    case .tooManyValues(let limit): self.init("more than \(limit) values", at: 0, in: text)
    }
  }

  /// Without jansson's own words, which may quote the text.
  fileprivate init(_ error: JSONParseError, in text: [UInt8]) {
    let words =
      switch error.reason {
      case .syntax: "not JSON"
      case .encoding: "not UTF-8"
      case .duplicateKey: "a name that stands there twice"
      case .numberRange: "a number that fits neither 64 bits nor a double"
      case .nullInKey: "a name with U+0000 in it"
      case .resources: "too much"
      }
    self.init(words, at: error.offset, in: text)
  }

  private init(_ message: String, at offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1,
      message: message)
  }
}
