/// Bytes that grow at their end and have one owner.
///
/// An append to a `[UInt8]` asks first whether the array is shared; a message has dozens of small appends. This
/// buffer is never shared, so an append is one comparison and a copy.
@safe
struct ByteBuffer: ~Copyable {
  // SAFETY: `base` has room for `capacity` bytes, of which the first `count` are initialised. No other code has
  // the pointer, and `deinit` alone releases it. `reserve` comes before every store.
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    unsafe base = .allocate(byteCount: capacity, alignment: 1)
    self.capacity = capacity
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Makes room for so many more bytes.
  @inline(__always)
  mutating func reserve(_ additional: Int) {
    if capacity - count < additional { grow(by: additional) }
  }

  /// At least doubles the room, so that the cost of growing stays linear.
  @inline(never)
  private mutating func grow(by additional: Int) {
    let larger = max(2 * capacity, count + additional)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 1)
    // SAFETY: both have room for `count` bytes, and the new memory is no part of the old.
    unsafe moved.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = larger
  }

  mutating func removeLast() {
    precondition(count > 0)
    count -= 1
  }

  /// Forgets all bytes, and gives back memory beyond `kept` bytes.
  mutating func removeAll(keepingCapacityUpTo kept: Int) {
    count = 0
    if capacity > kept { self = ByteBuffer(capacity: kept) }
  }
}

// MARK: Reading

extension ByteBuffer {
  /// Lends the bytes from `start` on, up to `end`.
  borrowing func withSpan<Result>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws -> Result
  ) rethrows -> Result {
    precondition(0 <= range.lowerBound && range.upperBound <= count)
    // SAFETY: the range lies within what is initialised, and the buffer outlives the closure that borrows it.
    let bytes = unsafe UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    return try unsafe bytes.withMemoryRebound(to: UInt8.self) { try unsafe body($0.span) }
  }
}

// MARK: Appending

extension ByteBuffer {
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    // SAFETY: there is room for one byte.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    // SAFETY: there is room for all of them, and they are none of this buffer's, which is being changed.
    unsafe bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe (base + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// Appends bytes that stand in it already.
  mutating func append(again range: Range<Int>) {
    precondition(0 <= range.lowerBound && range.upperBound <= count)
    reserve(range.count)
    // SAFETY: there is room for all of them, and they lie before `count`, where their copy begins.
    unsafe (base + count).copyMemory(from: base + range.lowerBound, byteCount: range.count)
    count += range.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    // SAFETY: a constant's bytes are there for ever, and there is room for them.
    unsafe (base + count).copyMemory(from: text.utf8Start, byteCount: length)
    count += length
  }

  /// Appends the name of a member with its quotes and its colon, behind a comma unless it is the first.
  mutating func append(memberName name: StaticString, isFirst: Bool) {
    let length = name.utf8CodeUnitCount
    reserve(length + 4)
    // SAFETY: there is room for the name, which is there for ever, and for the four bytes around it.
    unsafe base.storeBytes(of: UInt8(ascii: ","), toByteOffset: count, as: UInt8.self)
    let start = isFirst ? count : count + 1
    unsafe base.storeBytes(of: UInt8(ascii: "\""), toByteOffset: start, as: UInt8.self)
    unsafe (base + start + 1).copyMemory(from: name.utf8Start, byteCount: length)
    unsafe base.storeBytes(of: UInt8(ascii: "\""), toByteOffset: start + 1 + length, as: UInt8.self)
    unsafe base.storeBytes(of: UInt8(ascii: ":"), toByteOffset: start + 2 + length, as: UInt8.self)
    count = start + length + 3
  }

  /// Stores eight bytes, the lowest first, of which the first `length` count.
  ///
  /// - Important: There must be room for all eight.
  @inline(__always)
  mutating func append(_ word: UInt64, length: Int) {
    assert(capacity - count >= 8)
    // SAFETY: the caller has reserved eight bytes; what is behind `length` is written over.
    unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count += length
  }

  /// Appends bytes that are kept as three words.
  mutating func append(_ bytes: ShortBytes) {
    let start = count
    reserve(24)
    append(bytes.head, length: 8)
    append(bytes.middle, length: 8)
    append(bytes.tail, length: 8)
    count = start + bytes.count
  }

  /// Appends the number in decimal digits, without leading zeros.
  mutating func append(decimal value: Int) {
    reserve(20)
    var rest = value.magnitude
    if value < 0 { append(UInt8(ascii: "-")) }
    let length = Self.digits(of: rest)
    var index = count + length
    count = index
    repeat {
      index -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      // SAFETY: an `Int` has at most 19 digits and a sign, for which there is room.
      unsafe base.storeBytes(of: UInt8(ascii: "0") + UInt8(digit), toByteOffset: index, as: UInt8.self)
      rest = quotient
    } while rest > 0
  }

  private static func digits(of value: UInt) -> Int {
    var (length, limit) = (1, 10 as UInt)
    while value >= limit {
      length += 1
      let (next, isTooLarge) = limit.multipliedReportingOverflow(by: 10)
      if isTooLarge { break }
      limit = next
    }
    return length
  }
}
