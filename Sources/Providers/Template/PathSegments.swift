import StatusCore
import Text

/// Checks what arguments make of a path: no segment may lead elsewhere.
///
/// Values are looked at together with the text around them: of `{a}{b}`, “.” and “.” are harmless alone.
struct PathSegments {
  /// The bytes of the expanded path, before anything is encoded, and whose they are; nil for the template's own.
  private var bytes: [(byte: UInt8, parameter: String?)] = []
  private let separators: [UInt8]

  /// - Parameter separators: The bytes between segments. Servers decode `%2F`, and some take `\` for `/`.
  init(of template: Template, with arguments: ResourceArguments, separators: [UInt8]) {
    self.separators = separators
    for part in template.parts {
      switch part {
      case .literal(let text): bytes += Self.decodingDots(text).utf8.map { ($0, nil) }
      case .parameter(let name): bytes += (arguments[name] ?? "").utf8.map { ($0, name) }
      }
    }
  }

  /// `%2e` is a dot to whoever decodes a path before its segments are resolved.
  private static func decodingDots(_ text: String) -> String {
    text.replacing(bytesOf: "%2e", by: ".").replacing(bytesOf: "%2E", by: ".")
  }

  /// The first argument that makes a segment “.” or “..”; nil if none does.
  var parameterOfDots: String? {
    for segment in bytes.split(whereSeparator: { separators.contains($0.byte) }) {
      guard segment.count <= 2, segment.allSatisfy({ $0.byte == UInt8(ascii: ".") }) else { continue }
      if let parameter = segment.lazy.compactMap(\.parameter).first { return parameter }
    }
    return nil
  }
}
