import Engine
import Jansson

extension Limits {
  /// What a message may hold, for the scanner.
  var budget: JSONBudget { JSONBudget(depth: depth, tokens: tokens) }
}
