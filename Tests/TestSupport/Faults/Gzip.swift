/// Bodies compressed by hand (RFC 1951, RFC 1952), good ones and others.
package enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

  /// The text in one stored block.
  package static func stored(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let length = UInt16(bytes.count)
    return header + [1] + length.littleEndianBytes + (~length).littleEndianBytes + bytes
      + checksum(bytes).littleEndianBytes + UInt32(bytes.count).littleEndianBytes
  }

  /// A few bytes that become at least so many spaces, a thousand for five.
  ///
  /// One block with fixed codes: a space, then again and again "258 bytes from one byte back", which are code
  /// 285 (11000101) and distance 0 (00000). It has neither end nor checksum.
  package static func bomb(bytes: Int) -> [UInt8] {
    var bits = BitWriter(header)
    // The last block (1), of fixed codes (01, its lowest bit first); 32 is 00110000 plus 32.
    bits.write("1" + "10" + "01010000")
    for _ in 0...(bytes / 258) { bits.write("11000101" + "00000") }
    return bits.bytes
  }

  /// CRC-32 (RFC 1952 section 8).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { checksum, byte in
      (0..<8).reduce(checksum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}

/// Bits from the lowest of each byte to its highest (RFC 1951 section 3.1.1).
private struct BitWriter {
  private(set) var bytes: [UInt8]
  private var free = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Writes zeros and ones in the order in which they stand.
  mutating func write(_ bits: String) {
    for bit in bits.utf8 {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      if bit == UInt8(ascii: "1") { bytes[bytes.count - 1] |= 1 << UInt8(8 - free) }
      free -= 1
    }
  }
}

extension FixedWidthInteger {
  fileprivate var littleEndianBytes: [UInt8] {
    (0..<(bitWidth / 8)).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
