/// Eight bytes of a text, which are asked a question together.
///
/// An answer is a mask with the highest bit of each byte that is meant (Hacker's Delight, second edition, section
/// 6-1). A borrow can mark bytes behind the first one that is meant, never one before it, so the first one is exact.
struct EightBytes: Equatable {
  /// The first byte is the lowest.
  let word: UInt64

  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  init(_ word: UInt64) {
    self.word = word
  }

  /// The first `count` bytes as a number, of at most eight; the others are zero.
  func prefix(_ count: Int) -> UInt64 {
    count < 8 ? word & ((1 << (8 * UInt64(count))) - 1) : word
  }

  /// Marks the bytes that end a run of plain characters in a string: `"`, `\` and control characters.
  var stringEnds: UInt64 {
    matches(UInt8(ascii: "\"")) | matches(UInt8(ascii: "\\")) | below(0x20)
  }

  /// Marks the bytes with which U+0085, U+2028 and U+2029 begin in UTF-8, C2 and E2; other characters begin with them
  /// too.
  var lineBreakStarts: UInt64 {
    // Nearly every text is ASCII, which has neither.
    isASCII ? 0 : matches(0xC2) | matches(0xE2)
  }

  /// Marks the bytes that end a number or a word: white space, `,`, `]` and `}`.
  var literalEnds: UInt64 {
    below(0x21) | matches(UInt8(ascii: ",")) | matches(UInt8(ascii: "]")) | matches(UInt8(ascii: "}"))
  }

  /// Whether every byte is a digit: its upper half is that of `0`, also with six more.
  var areDigits: Bool {
    let upperHalves: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
    let ofDigits: UInt64 = 0x3030_3030_3030_3030
    return word & upperHalves == ofDigits && (word &+ 0x0606_0606_0606_0606) & upperHalves == ofDigits
  }

  /// Whether every byte is a control character or a space.
  var areSpace: Bool { isASCII && (word &+ 0x5F5F_5F5F_5F5F_5F5F) & Self.highBits == 0 }

  /// Whether every byte is ASCII.
  var isASCII: Bool { word & Self.highBits == 0 }

  /// How many bytes lie before the first one that a mask marks: 8 if it marks none.
  static func distance(to mask: UInt64) -> Int { mask.trailingZeroBitCount / 8 }

  /// Marks the bytes that are `byte`.
  func matches(_ byte: UInt8) -> UInt64 {
    let difference = word ^ (Self.lowBits &* UInt64(byte))
    return (difference &- Self.lowBits) & ~difference & Self.highBits
  }

  /// - Parameter limit: At most 0x80.
  private func below(_ limit: UInt8) -> UInt64 {
    (word &- Self.lowBits &* UInt64(limit)) & ~word & Self.highBits
  }
}

extension Span<UInt8> {
  /// The eight bytes from `index` on; traps when there are fewer.
  func eightBytes(at index: Int) -> EightBytes {
    // SAFETY: the load checks that the bytes lie within the span, and any eight bytes are a UInt64.
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
    return EightBytes(UInt64(littleEndian: word))
  }

  /// The four bytes from `index` on, the first one lowest; traps when there are fewer.
  func fourBytes(at index: Int) -> UInt32 {
    // SAFETY: the load checks that the bytes lie within the span, and any four bytes are a UInt32.
    UInt32(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt32.self))
  }
}
