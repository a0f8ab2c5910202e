import JSONRPC
import Jansson
import StatusCore

/// `retry`: performs one recovery option of a failure and answers when that has ended.
struct Retry: Method {
  let recoveries: Recoveries

  let signature = MethodSignature(
    "retry", [.optional("failureId", .string), .optional("optionId", .string)])

  func wait(_ arguments: Arguments) -> Wait? {
    let wouldWait = recoveries.wouldWait(
      failureID: arguments.string("failureId"), optionID: arguments.string("optionId"))
    return wouldWait ? Wait(operation: Operation(signature.name), resource: nil) : nil
  }

  func call(_ arguments: Arguments) throws(Problem) -> Reply {
    let ticket = Ticket()
    let choice = try recoveries.choose(
      failureID: arguments.string("failureId"), optionID: arguments.string("optionId")
    ) { ticket.settle(Self.answer(to: $0)) }
    switch choice {
    case .settled(let failure, let option):
      return .result(Self.answer(failure, option, recovered: false))
    case .waiting(let waiter):
      ticket.withdraw = { recoveries.leave(waiter) }
      return .later(ticket)
    }
  }

  private static func answer(to outcome: Recoveries.Outcome) -> Ticket.Outcome {
    switch outcome {
    case .failed(let failure): .failure(failure)
    case .recovered(let failure, let option, let result):
      .success(answer(failure, option, recovered: true, result))
    }
  }

  private static func answer(
    _ failure: Failure, _ option: RecoveryOptionID, recovered: Bool, _ result: JSONText? = nil
  ) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("failureId", failure.id.rawValue)
        json.member("optionId", option.rawValue)
        json.member("recovered", recovered)
        if let result { json.member("result") { $0.text(result) } }
      }
    }
  }
}
