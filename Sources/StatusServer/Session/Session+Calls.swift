import JSONRPC
import Logging
import Reactor
import StatusCore

extension Session {
  /// Performs a call: it is answered now, or admitted to wait for its ticket.
  func perform(_ call: Call, answeredAt place: ReplyPlace) {
    if let id = call.id, pending[id] != nil {
      // The answer has no id: under the one that is in use it would end the other call.
      return refuse(.idInUse(id), call, place.withoutID)
    }
    do throws(Problem) {
      switch try reply(to: call) {
      case .result(let result): answer(place, with: result)
      case .later(let ticket): wait(for: ticket, call, place)
      }
    } catch {
      refuse(error, call, place)
    }
  }

  private func reply(to call: Call) throws(Problem) -> Reply {
    // What comes behind `exit` in its batch is refused as what comes after `shutdown` is.
    guard isServing || router[call.method]?.isServedAfterShutdown == true else {
      throw Problem(.shuttingDown)
    }
    let method = try Problem.translating { () throws(ProtocolFault) in
      try router.method(named: call.method)
    }
    let arguments = try Problem.translating { () throws(ProtocolFault) in
      try Arguments(of: call, for: method.signature)
    }
    // An error is told as what it is under any load; only what would wait counts.
    if method.mayWait, pending.count >= limits.inFlight { throw .overloaded(limits.inFlight) }
    return try method.call(arguments)
  }

  /// A notification that fails is not answered, so nobody could name its failure: the log has it.
  private func refuse(_ problem: Problem, _ call: Call, _ place: ReplyPlace) {
    if case .nowhere = place {
      services.logger.info(
        "notification refused",
        metadata: ["method": "\(call.method.excerpt)", "kind": "\(problem.kind.rawValue)"])
    } else {
      // A method that does not exist is no operation, and its name may be a megabyte long.
      let operation = router[call.method] == nil ? nil : Operation(call.method)
      answer(place, with: services.failures.record(problem, operation: operation))
    }
  }

  // MARK: Calls that wait

  private func wait(for ticket: Ticket, _ call: Call, _ place: ReplyPlace) {
    let waiting = PendingCall(place: place, operation: Operation(call.method), ticket: ticket)
    pending.insert(waiting)
    ticket.whenSettled { [weak self] outcome in
      self?.end(waiting, with: outcome)
      self?.callEnded()
    }
  }

  /// Gives a call that waits its one answer.
  func end(_ call: PendingCall, with outcome: Ticket.Outcome) {
    guard pending.remove(call) else { return }
    switch outcome {
    case .success(let result): answer(call.place, with: result)
    case .failure(let failure): answer(call.place, with: failure)
    }
  }

  /// `$/cancelRequest`: the call is answered with `requestCancelled`; one that does not wait, or not any
  /// more, is left alone.
  func cancel(_ id: RequestID) {
    guard let call = pending[id] else { return }
    end(call, with: .failure(services.failures.record(Problem(.requestCancelled), operation: call.operation)))
    call.ticket.cancel()
    callEnded()
  }
}

extension Problem {
  /// Runs `body`, whose fault is told in the daemon's terms.
  static func translating<Result>(
    _ body: () throws(ProtocolFault) -> Result
  ) throws(Problem) -> Result {
    do throws(ProtocolFault) {
      return try body()
    } catch {
      throw Problem(error)
    }
  }

  fileprivate static func idInUse(_ id: RequestID) -> Problem {
    Problem(
      ProtocolFault(
        .invalidRequest, reason: "idInUse", "the request with id \(id) is still waiting for its answer",
        requestID: id))
  }

  fileprivate static func overloaded(_ limit: Int) -> Problem {
    var detail = FailureDetail()
    detail.limit = limit
    return Problem(
      .overloaded, detail: detail, retryAfter: .seconds(1),
      explanation: "\(limit) requests are waiting already.")
  }
}
