import JSONRPC
import Logging
import Reactor
import StatusCore
import Text

extension Session {
  /// Performs a call: it is answered now, or admitted to wait for its ticket.
  func perform(_ call: Call, answeredAt place: ReplyPlace) {
    if let id = call.id, pending[id] != nil {
      // The answer has no id: under the one that is in use it would end the other call.
      return refuse(.idInUse(id), call, place.withoutID)
    }
    do throws(Problem) {
      let (method, arguments) = try admission(of: call)
      // An error is told as what it is under any load; only what would wait counts.
      if pending.count >= limits.inFlight, let wait = method.wait(arguments) {
        return refuse(.overloaded(limits.inFlight), call, place, wait)
      }
      perform(call, by: method, arguments, place)
    } catch {
      refuse(error, call, place)
    }
  }

  private func perform(_ call: Call, by method: any Method, _ arguments: Arguments, _ place: ReplyPlace) {
    if place.id != nil { services.statistics.admitted += 1 }
    do throws(Problem) {
      switch try method.call(arguments) {
      case .result(let result): conclude(place, with: .success(result))
      case .later(let ticket): wait(for: ticket, call, place)
      }
    } catch {
      conclude(place, with: .failure(services.failures.record(error, operation: Operation(call.method))))
    }
  }

  /// The method that a call asks for and what it asks, or why it is not served.
  private func admission(of call: Call) throws(Problem) -> (any Method, Arguments) {
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
    return (method, arguments)
  }

  /// Gives an admitted call its one answer; a notification gets none.
  private func conclude(_ place: ReplyPlace, with outcome: Ticket.Outcome) {
    if place.id != nil { services.statistics.answered += 1 }
    switch outcome {
    case .success(let result): answer(place, with: result)
    case .failure(let failure): answer(place, with: failure)
    }
  }

  /// A notification that fails is not answered, so nobody could name its failure: the log has it.
  private func refuse(_ problem: Problem, _ call: Call, _ place: ReplyPlace, _ wait: Wait? = nil) {
    if case .nowhere = place {
      services.logger.info(
        "notification refused",
        metadata: ["method": "\(call.method.excerpt)", "kind": "\(problem.kind.rawValue)"])
    } else {
      // A method that does not exist is no operation, and its name may be a megabyte long.
      services.statistics.refused += 1
      let operation = router[call.method] == nil ? nil : Operation(call.method)
      answer(
        place,
        with: services.failures.record(
          problem, operation: wait?.operation ?? operation, resource: wait?.resource))
    }
  }

  // MARK: Calls that wait

  private func wait(for ticket: Ticket, _ call: Call, _ place: ReplyPlace) {
    let waiting = PendingCall(
      place: place, operation: Operation(call.method), ticket: ticket, admitted: services.timers.now)
    pending.insert(waiting)
    services.statistics.inFlight = pending.count
    ticket.whenSettled { [weak self] outcome in self?.settled(waiting, outcome) }
  }

  /// What a call waited for has come.
  ///
  /// A failure is held until the call has taken `minimumRequestTime`: a button that is pressed and enabled again
  /// in an instant looks as if nothing had been tried. Success is never delayed, and cancelling ends the hold.
  private func settled(_ call: PendingCall, _ outcome: Ticket.Outcome) {
    let due = call.admitted + minimumRequestTime
    guard case .failure(let failure) = outcome, services.timers.now < due else {
      end(call, with: outcome)
      return callEnded()
    }
    call.held = failure
    call.hold = services.timers.schedule(at: due) { [weak self] in
      self?.end(call, with: outcome)
      self?.callEnded()
    }
  }

  /// Gives a call that waits its one answer.
  func end(_ call: PendingCall, with outcome: Ticket.Outcome) {
    guard pending.remove(call) else { return }
    call.hold?.cancel()
    services.statistics.inFlight = pending.count
    conclude(call.place, with: outcome)
  }

  /// `$/cancelRequest`: the call is answered with `requestCancelled`; one that does not wait, or not any
  /// more, is left alone.
  func cancel(_ id: RequestID) {
    guard let call = pending[id] else { return }
    services.statistics.cancelled += 1
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
        .invalidRequest, reason: "idInUse", "The request with id \(id) is still waiting for its answer",
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
