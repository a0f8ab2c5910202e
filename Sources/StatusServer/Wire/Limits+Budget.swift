package import Engine
package import Jansson

extension Limits {
  /// What a message may hold, for the scanner.
  package var budget: JSONBudget { JSONBudget(depth: depth, tokens: tokens) }
}
