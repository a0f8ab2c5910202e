/// The checksum of a stored value: FNV-1a with 64 bits.
///
/// Each step is a bijection of the state, so that one changed byte always gives another checksum. It guards against a
/// failing disk and not against somebody who changes the file on purpose.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: Span<UInt8>) {
    var hash = value
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    value = hash
  }

  mutating func add(_ number: Int64) {
    var left = UInt64(bitPattern: number)
    for _ in 0..<8 {
      value = (value ^ (left & 0xFF)) &* 0x100_0000_01B3
      left >>= 8
    }
  }

  /// Adds a field, with its length before it, so that bytes cannot move from one field to the next.
  mutating func add(field bytes: [UInt8]?) {
    add(Int64(bytes?.count ?? -1))
    if let bytes { add(bytes.span) }
  }

  static func of(_ bytes: [UInt8]) -> Int64 {
    var checksum = Checksum()
    checksum.add(bytes.span)
    return Int64(bitPattern: checksum.value)
  }
}
