extension JSONWriter {
  /// The number of bytes that were written.
  package var count: Int {
    shared.reduce(buffer.count) { $0 + $1.bytes.count }
  }

  /// What was written, in one array.
  package var bytes: [UInt8] {
    if shared.isEmpty { return own }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    forEachPiece { piece in
      bytes += piece.array
    } shared: {
      bytes += $0
    }
    return bytes
  }

  /// What was written, without the large texts that are shared.
  var own: [UInt8] {
    buffer.withSpan(0..<buffer.count) { $0.array }
  }

  /// Lends what was written, piece by piece and in order.
  ///
  /// - Parameters:
  ///   - copied: Takes bytes of the writer's own, which it must copy.
  ///   - sharing: Takes a large text, which it may keep.
  package borrowing func forEachPiece(
    _ copied: (Span<UInt8>) -> Void, shared sharing: (ArraySlice<UInt8>) -> Void
  ) {
    var start = 0
    for text in shared {
      if start < text.offset { buffer.withSpan(start..<text.offset, copied) }
      sharing(text.bytes)
      start = text.offset
    }
    if start < buffer.count { buffer.withSpan(start..<buffer.count, copied) }
  }
}
