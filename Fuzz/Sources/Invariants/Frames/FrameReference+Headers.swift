extension FrameReference {
  /// How a header section ended.
  private enum Section {
    case frame(length: Int, isCharsetRefused: Bool)
    /// Nothing but a blank line.
    case blank
    /// Faulty; good again from here, if anywhere.
    case faulty
    case cutShort
    case end
  }

  mutating func readHeaders(_ stream: ArraySlice<UInt8>) {
    var rest = stream
    while true {
      switch Self.section(&rest) {
      case .blank: continue
      case .end: return
      case .cutShort: return refuse(.truncated)
      case .faulty:
        refuse(.header)
        rest = Self.fromNextContentLength(rest)
        if rest.isEmpty { return }
      case .frame(let length, let isCharsetRefused):
        if isCharsetRefused || length > limit {
          refuse(isCharsetRefused ? .charset : .tooLarge)
          guard rest.count >= length else { return }
        } else {
          guard rest.count >= length else { return refuse(.truncated) }
          take(rest.prefix(length))
        }
        rest = rest.dropFirst(length)
      }
    }
  }

  private static func section(_ rest: inout ArraySlice<UInt8>) -> Section {
    var lengths: Set<Int> = []
    var charset: [UInt8]?
    var size = 0
    while true {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return unfinished(&rest, size) }
      let line = trimmed(rest[..<end])
      size += rest[...end].count
      rest = rest[(end + 1)...]
      if size > 8_192 { return .faulty }
      if line.isEmpty { break }
      guard let (name, value) = field(line) else { return .faulty }
      if name == Array("content-length".utf8) {
        guard let length = number(value) else { return .faulty }
        lengths.insert(length)
        if lengths.count > 1 { return .faulty }
      }
      if name == Array("content-type".utf8), accepts(charset) { charset = self.charset(in: value) }
    }
    guard let length = lengths.first else { return size <= 2 ? .blank : .faulty }
    return .frame(length: length, isCharsetRefused: !accepts(charset))
  }

  /// The input ended before the section did.
  private static func unfinished(_ rest: inout ArraySlice<UInt8>, _ size: Int) -> Section {
    defer { rest = [] }
    if size + rest.count > 8_192 { return .faulty }
    return size == 0 && rest.allSatisfy(isBlank) ? .end : .cutShort
  }

  private static func fromNextContentLength(_ stream: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = Array("content-length:".utf8)
    var rest = stream
    while !rest.isEmpty {
      if lowercased(rest.prefix(name.count)) == name { return rest }
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      rest = rest[(end + 1)...]
    }
    return rest
  }

  // MARK: Fields

  private static func field(_ line: ArraySlice<UInt8>) -> (name: [UInt8], value: ArraySlice<UInt8>)? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return (lowercased(trimmed(line[..<colon])), trimmed(line[(colon + 1)...]))
  }

  /// A number of bytes in decimal digits; nil for anything else, and for more than 63 bits.
  private static func number(_ value: ArraySlice<UInt8>) -> Int? {
    guard !value.isEmpty else { return nil }
    var number = 0
    for byte in value {
      guard 0x30...0x39 ~= byte else { return nil }
      let (tens, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, carries) = tens.addingReportingOverflow(Int(byte) - 0x30)
      if overflows || carries { return nil }
      number = sum
    }
    return number
  }

  /// The first parameter called `charset` (RFC 9110, section 8.3.1), without its quotes.
  private static func charset(in type: ArraySlice<UInt8>) -> [UInt8]? {
    for parameter in type.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).dropFirst() {
      let name = parameter.prefix { $0 != UInt8(ascii: "=") }
      guard lowercased(trimmed(name)) == Array("charset".utf8) else { continue }
      let value = trimmed(parameter[name.endIndex...].dropFirst())
      let isQuoted = value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
      return lowercased(isQuoted ? value.dropFirst().dropLast() : value)
    }
    return nil
  }

  private static func accepts(_ charset: [UInt8]?) -> Bool {
    charset.map { ["utf-8", "utf8"].contains(String(decoding: $0, as: UTF8.self)) } ?? true
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
  }
}
