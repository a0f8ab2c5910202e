import Engine
import JSONRPC
import Jansson
import Logging
import Reactor
import StatusCore
import Text

extension Session {
  /// Performs a call: it gets its response now, or is admitted and waits for it.
  func perform(_ call: Call, respondingAt place: ResponsePlace) {
    if !pending.isEmpty, let id = call.id, pending[id] != nil {
      // The response has the id null: with the id in use it would end the other call.
      return refuse(.idInUse(id), call, place.withoutID)
    }
    guard let entry = methods[call.name] else {
      return refuse(isServing ? methods.problem(of: call.name) : Problem(.shuttingDown), call, place)
    }
    // After `exit`, the rest of its batch is refused, like every request after `shutdown`.
    guard isServing || entry.method.isServedToTheEnd else {
      return refuse(Problem(.shuttingDown), call, place)
    }
    do throws(ProtocolProblem) {
      perform(call, by: entry, try Arguments(call.params, for: entry.signature), place)
    } catch {
      refuse(Problem(error), call, place)
    }
  }

  /// Calls the method.
  ///
  /// A call counts as admitted even if its method throws, and `stats` counts itself.
  private func perform(
    _ call: Call, by entry: MethodTable.Entry, _ arguments: Arguments, _ place: ResponsePlace
  ) {
    let weight = place.expectsResponse ? 1 : 0
    statistics.admitted += weight
    do throws(Problem) {
      switch try entry.method.call(arguments) {
      case .result(let result): conclude(place, with: .success(result))
      case .later(let wait, let begin):
        // The limit is for calls that wait. Errors and immediate results are reported under any load.
        guard pending.count < limits.inFlight else {
          statistics.admitted -= weight
          return refuse(.overloaded(limits.inFlight), call, place, wait)
        }
        self.wait(for: begin(), entry.operation, place)
      }
    } catch {
      conclude(place, with: .failure(failures.record(error, operation: entry.operation)))
    }
  }

  /// Gives an admitted call its response; a notification gets none.
  private func conclude(_ place: ResponsePlace, with outcome: Result<JSONText, Failure>) {
    if place.expectsResponse { statistics.answered += 1 }
    respond(place, with: outcome)
  }

  /// Responds to a call that is not admitted.
  ///
  /// A refused notification gets no response and is logged.
  private func refuse(_ problem: Problem, _ call: Call, _ place: ResponsePlace, _ wait: Wait? = nil) {
    guard place.expectsResponse else {
      return logger.info(
        "notification refused",
        metadata: ["method": "\(call.method.excerpt)", "kind": "\(problem.kind.rawValue)"])
    }
    // The name of an unknown method may be a megabyte long, so it is not kept as an operation.
    statistics.refused += 1
    let operation = methods[call.name]?.operation
    let failure = failures.record(
      problem, operation: wait?.operation ?? operation, resource: wait?.resource)
    respond(place, with: .failure(failure))
  }

  // MARK: Calls that wait

  private func wait(for ticket: Ticket<JSONText>, _ operation: Operation, _ place: ResponsePlace) {
    let call = PendingCall(place: place, operation: operation, ticket: ticket)
    pending.insert(call)
    statistics.inFlight = pending.count
    ticket.onEnd { [weak self] outcome in
      self?.end(call, with: outcome)
      self?.callEnded()
    }
  }

  /// Gives a waiting call its one response.
  func end(_ call: PendingCall, with outcome: Result<JSONText, Failure>) {
    guard pending.remove(call) else { return }
    statistics.inFlight = pending.count
    conclude(call.place, with: outcome)
  }

  /// Responds to a waiting request with `requestCancelled`; does nothing if no request with this id waits.
  func cancel(_ id: RequestID) {
    guard let call = pending[id] else { return }
    statistics.cancelled += 1
    end(call, with: .failure(failures.record(Problem(.requestCancelled), operation: call.operation)))
    call.ticket.cancel()
    callEnded()
  }
}

extension Problem {
  fileprivate static func idInUse(_ id: RequestID) -> Problem {
    Problem(
      ProtocolProblem(
        .invalidRequest, reason: "idInUse", "The request with id \(id) is still waiting for its response",
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
