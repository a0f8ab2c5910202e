/// A digest of bytes, to know whether they are the ones that were there before.
///
/// It is SipHash with the key that the standard library draws for each process, so nobody can make two texts of one
/// digest on purpose, and by chance one pair in 2^64 has it.
package struct TextDigest {
  private var hasher = Hasher()

  package init() {}

  package mutating func add(_ bytes: Span<UInt8>) {
    // SAFETY: the buffer is read within the closure that lends it.
    unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// The digest of what was added so far.
  package var value: UInt64 {
    UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
