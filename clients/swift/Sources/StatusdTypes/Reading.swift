extension KeyedDecodingContainer {
  /// Nil where the member is absent or null, and where a later daemon has made something else of it.
  func readable<Value: Decodable>(_ member: Key) -> Value? {
    try? decodeIfPresent(Value.self, forKey: member)
  }
}
