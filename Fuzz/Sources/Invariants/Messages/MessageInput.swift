import Jansson

/// What the bytes of an input say: one chooses the limits, the rest is the text of a message.
struct MessageInput {
  let budget: JSONBudget
  let batchLimit: Int
  let text: [UInt8]

  /// nil for an input that is too short to choose.
  init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    budget = first & 1 == 0 ? JSONBudget(depth: 128, tokens: 100_000) : JSONBudget(depth: 4, tokens: 40)
    batchLimit = first & 2 == 0 ? 100 : 3
    text = Array(bytes.dropFirst())
  }

  /// The byte that chooses the limits of the daemon.
  static let plain: [UInt8] = [0]
}
