import Providers
import StatusCore
import Text

@testable import Settings

/// Holds what reads sources, places and header templates to its promises: the first byte of an input says what the
/// rest is.
package enum AddressInvariants {
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    switch first % 3 {
    case 0: try checkSource(text)
    case 1: try checkLocation(text)
    default: try checkTemplate(text)
    }
  }

  private static func checkSource(_ text: String) throws(Violation) {
    let address: SourceAddress
    do throws(SourceAddressError) {
      address = try SourceAddress(text)
    } catch {
      return try checkShown(error.description)
    }
    switch address {
    case .http(let url), .events(let url): try checkURL(url)
    case .command(let command), .stream(let command):
      try require(!command.program.isEmpty, "a command without a program")
    case .file(let path): try require(!path.isEmpty && !path.utf8.contains(0), "a file without a path")
    case .demo: try require(text == "demo", "the demo")
    case .template(let template): try check(template)
    }
  }

  /// Harmless arguments fit everywhere; others are refused, or lead to the same server.
  private static func check(_ template: SourceTemplate) throws(Violation) {
    let parameters = template.parameters
    try require(1...SourceTemplate.mostParameters ~= parameters.count, "\(parameters.count) parameters")
    try require(Set(parameters).count == parameters.count, "a parameter twice")
    guard let plain = address(of: template, value: "x") else { throw Violation("“x” is refused") }
    for value in ["a&b=#c?", "me@other.example/", "..%2f", "\u{301}", ".", "-x", ""] {
      guard let address = address(of: template, value: value) else { continue }
      switch (plain, address) {
      case (.http(let plain), .http(let url)), (.events(let plain), .events(let url)):
        try checkURL(url)
        try require(url.origin == plain.origin, "\(url.redacted) is not of \(plain.origin)")
      case (.command(let plain), .command(let command)), (.stream(let plain), .stream(let command)):
        try require(command.program == plain.program, "another program")
        try require(command.arguments.count == plain.arguments.count, "another number of words")
      case (.file, .file(let path)): try require(!path.isEmpty, "a file without a path")
      default: throw Violation("an address of another kind")
      }
    }
  }

  private static func address(of template: SourceTemplate, value: String) -> SourceAddress? {
    let values = template.parameters.map { ($0, value) }
    return try? template.address(with: ResourceArguments(Dictionary(uniqueKeysWithValues: values)))
  }

  /// What is shown of a URL leads to the same place, and hides nothing further when it is shown again.
  private static func checkURL(_ url: HTTPURL) throws(Violation) {
    guard let again = try? HTTPURL(url.redacted) else { throw Violation("\(url.redacted) is no URL") }
    // A host that may be the beginning of credentials is not shown, nor is its port.
    let place = url.hostAndPort == "***" ? again.host : again.hostAndPort
    try require(place == url.hostAndPort, "\(url.redacted) is another place than \(url.hostAndPort)")
    try require(again.redacted == url.redacted, "\(url.redacted) becomes \(again.redacted)")
  }

  private static func checkLocation(_ text: String) throws(Violation) {
    do throws(LocationAddressError) {
      _ = try LocationAddress(text)
    } catch {
      try checkShown(error.description)
    }
  }

  private static func checkTemplate(_ text: String) throws(Violation) {
    let member = GivenValue.Member(name: "X-Fuzz", value: .string(text))
    let headers: [HTTPHeader]
    do throws(UnfitValue) {
      headers = try HeaderTable.headers(
        [member], ["A": "value", "B": String(repeating: "b", count: 60_000)])
    } catch {
      return try checkShown(error.expectation)
    }
    try require(headers.count == 1 && headers[0].value.utf8.count <= 65_536, "no header of its length")
    try require(headers[0].value.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }, "a control character")
  }

  private static func checkShown(_ message: String) throws(Violation) {
    try require(message.utf8.count <= 2_048, "a message of \(message.utf8.count) bytes")
    try require(message.visible == message, "a message with what cannot be seen: \(message.debugDescription)")
  }
}
