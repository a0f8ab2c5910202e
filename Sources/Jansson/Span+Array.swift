extension Span<UInt8> {
  /// A copy of the bytes, which outlives what lends them.
  package var array: [UInt8] {
    // SAFETY: the buffer is read within the closure that lends it, and is as long as the span.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}
