import Engine
import JSONRPC
import Jansson
import StatusCore

/// `getHistory`: returns the past fetches of a resource, newest first, and what they amount to.
struct GetHistory: Method {
  unowned let session: Session

  let signature = MethodSignature(
    "getHistory",
    [
      .optional("resource", .string), .optional("arguments", .object), .optional("since", .string),
      .optional("limit", .number(1...1_000)),
    ])

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let resource = try arguments.resource(among: session.engine.resources)
    let (since, limit) = (try since(arguments), try limit(arguments))
    switch resource.fetches(since: since, limit: limit) {
    case .known(let samples): return .result(JSONText { $0.history(samples) })
    case .waits(let begin):
      let (operation, failures) = (Operation(signature.name), session.failures)
      return .later(Wait(operation: operation, resource: nil)) {
        begin().flatMap { outcome in
          outcome.map { samples in JSONText { $0.history(samples) } }
            .mapError { failures.record($0, operation: operation) }
        }
      }
    }
  }

  private func since(_ arguments: Arguments) throws(Problem) -> Timestamp? {
    guard let text = arguments.string("since") else { return nil }
    guard let date = Timestamp(rfc3339: text) else {
      throw .unfitParam(
        .noTime(param: arguments.words(of: "since")), "range", path: arguments.path(of: "since"))
    }
    return date
  }

  private func limit(_ arguments: Arguments) throws(Problem) -> Int {
    guard arguments.number("limit") != nil else { return 100 }
    guard let limit = arguments.integer("limit") else {
      throw .unfitParam(
        .noInteger(param: arguments.words(of: "limit")), "type", path: arguments.path(of: "limit"))
    }
    return limit
  }
}
