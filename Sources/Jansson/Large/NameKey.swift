/// The key of a member's name, the same for names that are the same once their escapes are resolved; read at once or in
/// parts.
struct NameKey {
  /// Names of more bytes have their digest for a key, because others could be made of one beginning and length.
  static let mostBytes = 16

  private var digest = TextDigest()
  private var count = 0
  /// The first bytes, as a number.
  private var beginning: UInt64 = 0
  /// Whether U+0000 is in it.
  private(set) var hasNull = false

  private static let firstBytes = 7

  /// The key of a name without escapes.
  static func of(_ name: Span<UInt8>) -> UInt64 {
    guard name.count <= mostBytes else {
      var digest = TextDigest()
      digest.add(name)
      return digest.value
    }
    let count = min(name.count, firstBytes)
    // The first byte is the lowest of the word, and the highest of the key's.
    let bytes = name.word(at: 0, count).byteSwapped >> UInt64(64 - 8 * count)
    return UInt64(name.count) << UInt64(8 * count) | bytes
  }

  /// Adds what comes next of the name.
  ///
  /// - Parameter part: It spans no escape.
  mutating func add(_ text: Span<UInt8>, _ part: Range<Int>) {
    guard text.hasEscape(part) else { return add(text.extracting(part)) }
    let resolved = JSONEscapes.resolved(text, part)
    // Only an escape stands for U+0000.
    if resolved.contains(0) { hasNull = true }
    add(resolved.span)
  }

  private mutating func add(_ bytes: Span<UInt8>) {
    for index in 0..<min(bytes.count, max(0, Self.firstBytes - count)) {
      beginning = beginning << 8 | UInt64(bytes[index])
    }
    count += bytes.count
    digest.add(bytes)
  }

  var value: UInt64 {
    guard count <= Self.mostBytes else { return digest.value }
    // The length stands before the bytes.
    return UInt64(count) << UInt64(8 * min(count, Self.firstBytes)) | beginning
  }
}
