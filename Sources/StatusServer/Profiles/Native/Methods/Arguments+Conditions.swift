import JSONRPC
import Jansson
import StatusCore
import Text

// The params `until` and `unless` of `waitFor`.

extension Arguments {
  /// The conditions of a param: one, or those of a list; none if it is absent.
  func conditions(_ name: String) throws(Problem) -> [Condition] {
    guard let text = text(name) else { return [] }
    do throws(Condition.Mistake) {
      return try Condition.list(text)
    } catch {
      throw Problem(error, of: words(of: name), at: path(of: name))
    }
  }
}

extension Problem {
  /// `invalidParams`: what should be a condition is none.
  fileprivate init(_ mistake: Condition.Mistake, of param: String, at path: String) {
    let steps = mistake.path.utf8.split(separator: UInt8(ascii: "/")).map { String($0) ?? "" }
    let words = ([param] + steps).joined(separator: ".").excerpt
    let place = path + mistake.path
    self =
      switch mistake.reason {
      case .type(let kind, let got):
        .unfitParam(.unfit(param: words, .init(kind, got: got)), "type", path: place)
      case .count(let count, let most):
        .unfitParam(.unfit(param: words, .elements(count, most: most)), "range", path: place)
      case .unknown(let name, let known):
        .unknownName(name, of: .memberOfCondition, known: known, path: place)
      case .tests(let tests):
        .unfitParam(.unfit(param: words, .tests(tests)), tests.isEmpty ? "missing" : "arity", path: place)
      case .pointer: .unfitParam(.unfit(param: words, .noPointer), "range", path: place)
      case .notTrue: .unfitParam(.unfit(param: words, .notTrue), "range", path: place)
      }
  }
}

extension Explanation.Unfitness {
  /// A value of another kind.
  fileprivate init(_ kind: JSONValue.Kind, got: String) {
    self =
      switch kind {
      case .array: .noArray(got: got)
      case .boolean: .noBoolean(got: got)
      case .integer, .real: .noNumber(got: got)
      case .string: .noString(got: got)
      case .object, .null: .noObject(got: got)
      }
  }
}
