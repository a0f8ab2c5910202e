import Jansson

/// What a scanner says of a text.
enum Scan {
  static let budget = JSONBudget(depth: 128, tokens: 100_000)

  /// The outline of a text that is JSON and within the budget.
  static func outline(_ text: String, _ budget: JSONBudget = budget) throws -> JSONOutline {
    var scanner = JSONScanner(budget: budget)
    try scanner.scan(Array(text.utf8).span)
    return scanner.outline
  }

  /// Why a text is refused; nil for one that is not.
  static func error(_ text: String, _ budget: JSONBudget = budget) -> JSONScanError? {
    error(Array(text.utf8), budget)
  }

  static func error(_ text: [UInt8], _ budget: JSONBudget = budget) -> JSONScanError? {
    var scanner = JSONScanner(budget: budget)
    do throws(JSONScanError) {
      try scanner.scan(text.span)
      return nil
    } catch {
      return error
    }
  }
}
