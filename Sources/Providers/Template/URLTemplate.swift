import StatusCore

/// A URL with parameters in its path or its query.
package struct URLTemplate: Hashable, Sendable {
  /// Up to the question mark.
  private let head: Template
  /// From the question mark on.
  private let query: Template

  var parameters: [String] { head.parameters + query.parameters }

  /// As it was given.
  var text: String { head.text + query.text }

  /// - Returns: nil for a URL without parameters.
  /// - Throws: What is wrong with the template, or with the URL that it is one of.
  init?(_ text: String) throws(SourceAddressError) {
    guard let parts = URLParts(text) else { return nil }
    try Self.requirePlaces(parts)
    guard !Self.hasHigherExpression(text) else {
      throw SourceAddressError("a template in a URL must be {name}; no other form of RFC 6570 is understood")
    }
    let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    head = Template(text[..<end])
    query = Template(text[end...])
    guard !parameters.isEmpty else { return nil }
    do throws(HTTPURL.Fault) {
      _ = try url { _ in "x" }
    } catch {
      throw SourceAddressError(error, in: text)
    }
  }

  /// The URL of an instance: every value is percent-encoded but for unreserved characters (RFC 6570 section 3.2.2).
  func url(with arguments: ResourceArguments) throws(ArgumentFault) -> HTTPURL {
    // What stands before the path holds no parameters and no dots between slashes.
    try arguments.check(inPath: head, separators: Array("/\\".utf8))
    do throws(HTTPURL.Fault) {
      return try url { (arguments[$0] ?? "").percentEncoded }
    } catch {
      throw ArgumentFault(nil, .range, "make no URL")
    }
  }

  private func url(_ value: (String) -> String) throws(HTTPURL.Fault) -> HTTPURL {
    try HTTPURL(head.expanded(value) + query.expanded(value))
  }

  /// Whom a request goes to must not be the choice of a client.
  private static func requirePlaces(_ parts: URLParts) throws(SourceAddressError) {
    let places = [
      ("scheme", parts.scheme), ("user", parts.userInfo), ("host", parts.host), ("port", parts.port),
      ("fragment", parts.fragment),
    ]
    // What is got is not shown: it may be a part of a password.
    guard let (place, _) = places.first(where: { !Template($0.1 ?? "").isLiteral }) else { return }
    throw SourceAddressError(
      "the \(place) of a URL must not hold a template; its path and its query may (%7B stands for “{”)")
  }

  /// Whether there is an expression of RFC 6570 beyond level 1: `{+path}`, `{a,b}`, `{a*}`.
  private static func hasHigherExpression(_ text: String) -> Bool {
    for start in text.utf8.indices where text.utf8[start] == UInt8(ascii: "{") {
      let content = text.utf8[text.utf8.index(after: start)...].prefix { $0 != UInt8(ascii: "}") }
      guard content.endIndex < text.utf8.endIndex, let first = content.first else { continue }
      let isOperator = "+#./;?&".utf8.contains(first)
      let list = isOperator ? content.dropFirst() : content
      let isList = list.allSatisfy { $0.isOfVariableList } && list.first.map { $0.isLetter } ?? false
      if isList, isOperator || !list.allSatisfy({ $0.isOfVariable }) { return true }
    }
    return false
  }
}

extension String {
  /// RFC 3986 section 2.3: everything but unreserved characters as `%XX`.
  fileprivate var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte.isOfVariable && byte != UInt8(ascii: "_") || "-._~".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
  fileprivate var isOfVariable: Bool {
    isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "_")
  }
  fileprivate var isOfVariableList: Bool { isOfVariable || ".,*:".utf8.contains(self) }
}
