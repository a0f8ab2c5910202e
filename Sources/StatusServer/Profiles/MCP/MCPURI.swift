import Engine
import StatusCore
import Text

/// The URI of something to read: `statusd://resource/NAME`, with `;argument=value` of an instance and `?path=POINTER`
/// for a part of its value, or `statusd://location`.
enum MCPURI: Hashable, CustomStringConvertible {
  case resource(ResourceID, path: String?)
  case location

  private static let beginning = "statusd://resource/"
  private static let ofLocation = "statusd://location"

  init(_ id: ResourceID) { self = .resource(id, path: nil) }

  /// Of what has changed; nil for what is not read.
  init?(_ change: Change) {
    switch change {
    case .resource(let id): self = .resource(id, path: nil)
    case .location: self = .location
    case .attempt: return nil
    }
  }

  /// - Returns: nil for a text that no URI of this server is.
  init?(_ text: String) {
    if text == Self.ofLocation {
      self = .location
      return
    }
    guard text.begins(with: Self.beginning) else { return nil }
    let parts = text.utf8.dropFirst(Self.beginning.utf8.count)
      .split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    var path: String?
    if parts.count == 2 {
      guard let query = Self.pair(parts[1]), query.name == "path" else { return nil }
      path = query.value
    }
    guard let id = Self.resource(parts[0]) else { return nil }
    self = .resource(id, path: path)
  }

  private static func resource(_ text: Substring.UTF8View) -> ResourceID? {
    let words = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let name = words.first.flatMap({ decoded($0) }) else { return nil }
    var arguments: [String: String] = [:]
    for word in words.dropFirst() {
      guard let argument = pair(word), arguments.updateValue(argument.value, forKey: argument.name) == nil
      else {
        return nil
      }
    }
    return ResourceID(
      ResourceName(rawValue: name), words.count == 1 ? nil : ResourceArguments(arguments))
  }

  private static func pair(_ text: Substring.UTF8View) -> (name: String, value: String)? {
    let parts = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = decoded(parts[0]) else { return nil }
    guard parts.count == 2 else { return (name, "") }
    return decoded(parts[1]).map { (name, $0) }
  }

  var description: String {
    switch self {
    case .location: return Self.ofLocation
    case .resource(let id, let path):
      let arguments = id.arguments?.all.map { ";\(Self.encoded($0.name))=\(Self.encoded($0.value))" } ?? []
      let query = path.map { "?path=\(Self.encoded($0))" } ?? ""
      return Self.beginning + Self.encoded(id.name.rawValue) + arguments.joined() + query
    }
  }

  // MARK: Percent-encoding (RFC 3986, section 2)

  private static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// nil for what is no UTF-8 once it is decoded, or has a percent sign without two digits.
  private static func decoded(_ text: Substring.UTF8View) -> String? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap({ value(ofDigit: $0) }),
        let low = rest.popFirst().flatMap({ value(ofDigit: $0) })
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
