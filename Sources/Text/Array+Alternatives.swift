extension [String] {
  /// The strings as a sentence lists them: `A, B or C`.
  package var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
