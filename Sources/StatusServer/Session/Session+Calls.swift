import Engine
package import JSONRPC
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
    var note: (any CallNote)?
    if notesCalls {
      do throws(CallRefusal) {
        note = try profile.note(of: call)
      } catch {
        return refuse(error.problem, call, place, CallContext(note: error.note))
      }
    }
    guard let entry = methods[call.name] else {
      let problem = isServing ? methods.problem(of: call.name) : Problem(.shuttingDown)
      return refuse(problem, call, place, CallContext(note: note))
    }
    let context = CallContext(method: entry, note: note)
    // After `exit`, the rest of its batch is refused, like every request after `shutdown`.
    guard isServing || entry.method.isServedToTheEnd else {
      return refuse(Problem(.shuttingDown), call, place, context)
    }
    do throws(ProtocolProblem) {
      perform(call, by: entry, try Arguments(call.params, for: entry.signature), place, context)
    } catch {
      refuse(Problem(error), call, place, context)
    }
  }

  /// Calls the method.
  ///
  /// A call counts as admitted even if its method throws, and `stats` counts itself.
  private func perform(
    _ call: Call, by entry: MethodTable.Entry, _ arguments: Arguments, _ place: ResponsePlace,
    _ context: CallContext
  ) {
    let weight = place.expectsResponse ? 1 : 0
    statistics.admitted += weight
    do throws(Problem) {
      switch try entry.method.call(arguments) {
      case .result(let result): conclude(place, context, with: .success(result))
      case .later(let wait, let begin):
        // The limit is for calls that wait. Errors and immediate results are reported under any load.
        if let limit = fullLimit {
          statistics.admitted -= weight
          return refuse(.overloaded(limit), call, place, context, wait)
        }
        self.wait(for: begin(), entry.operation, place, context)
      case .open(let ending):
        pending.insert(
          PendingCall(place: place, context: context, operation: entry.operation, endingWith: ending))
      }
    } catch {
      conclude(place, context, with: .failure(failures.record(error, operation: entry.operation)))
    }
  }

  /// Gives an admitted call its response, if it gets one.
  private func conclude(
    _ place: ResponsePlace, _ context: CallContext, with outcome: Result<JSONText, Failure>
  ) {
    if respond(place, context, with: outcome) { statistics.answered += 1 }
  }

  /// Responds to a call that is not admitted.
  ///
  /// A refused notification gets no response and is logged.
  private func refuse(
    _ problem: Problem, _ call: Call, _ place: ResponsePlace, _ context: CallContext = CallContext(),
    _ wait: Wait? = nil
  ) {
    guard place.expectsResponse else {
      return logger.info(
        "notification refused",
        metadata: ["method": "\(call.method.excerpt)", "kind": "\(problem.kind.rawValue)"])
    }
    // The name of an unknown method may be a megabyte long, so it is not kept as an operation.
    statistics.refused += 1
    let operation = (context.method ?? methods[call.name])?.operation
    let failure = failures.record(
      problem, operation: wait?.operation ?? operation, resource: wait?.resource)
    respond(place, context, with: .failure(failure))
  }

  // MARK: Calls that wait

  /// The limit, of this session or of all, that keeps a further call from waiting; nil for none.
  private var fullLimit: Int? {
    if pending.count >= limits.inFlight { return limits.inFlight }
    guard server.isShared else { return nil }
    let limit = engine.configuration.initial.shared.inFlight
    return server.sessions.inFlight >= limit ? limit : nil
  }

  private func wait(
    for ticket: Ticket<JSONText>, _ operation: Operation, _ place: ResponsePlace, _ context: CallContext
  ) {
    let call = PendingCall(place: place, context: context, operation: operation, ticket: ticket)
    pending.insert(call)
    statistics.inFlight = pending.count
    ticket.onEnd { [weak self] outcome in
      self?.end(call, with: outcome)
      self?.callEnded()
    }
  }

  /// Waits for what a screen has begun, which counts as a call that waits and gets no response.
  ///
  /// - Parameter completion: Called with the outcome, unless the wait is given up first.
  /// - Throws: `overloaded`, if too many calls wait; then nothing has begun.
  func wait<Value>(
    for operation: Operation, begin: () -> Ticket<Value>,
    _ completion: @escaping @LoopActor (Result<Value, Failure>) -> Void
  ) throws(Problem) -> PendingCall {
    if let limit = fullLimit { throw .overloaded(limit) }
    let ticket = begin().map { value in
      completion(.success(value))
      return JSONText.null
    }
    let call = PendingCall(place: .nowhere, context: CallContext(), operation: operation, ticket: ticket)
    pending.insert(call)
    statistics.inFlight = pending.count
    ticket.onEnd { [weak self] outcome in
      self?.end(call, with: outcome)
      self?.callEnded()
      if case .failure(let failure) = outcome { completion(.failure(failure)) }
    }
    return call
  }

  /// Gives up a wait that gets no response.
  func giveUp(_ call: PendingCall) {
    guard pending.remove(call) else { return }
    statistics.inFlight = pending.count
    call.ticket?.cancel()
  }

  /// The session ends: what lasts as long gets its response.
  func endOpenCalls() {
    for call in pending.all { if let ending = call.ending { end(call, with: .success(ending)) } }
  }

  /// Gives a waiting call its one response.
  func end(_ call: PendingCall, with outcome: Result<JSONText, Failure>) {
    guard pending.remove(call) else { return }
    statistics.inFlight = pending.count
    if let sharedView, case .failure(let failure) = outcome { sharedView.note(failure) }
    conclude(call.place, call.context, with: outcome)
  }

  /// Ends a waiting request with `requestCancelled`, which the profile may leave unanswered; does nothing if no request
  /// with this id waits.
  func cancel(_ id: RequestID) {
    guard let call = pending[id] else { return }
    statistics.cancelled += 1
    end(call, with: .failure(failures.record(Problem(.requestCancelled), operation: call.operation)))
    call.ticket?.cancel()
    callEnded()
  }
}

/// What a command needs to know of a method before it makes its one call.
extension Session {
  /// The signature of a method; nil if there is no such method.
  package func signature(of method: String) -> MethodSignature? {
    methods[MethodName(method)]?.signature
  }
}

extension Problem {
  fileprivate static func idInUse(_ id: RequestID) -> Problem {
    Problem(
      ProtocolProblem(
        .invalidRequest, reason: "idInUse",
        "The request with id \(id.description) is still waiting for its response", requestID: id))
  }

  fileprivate static func overloaded(_ limit: Int) -> Problem {
    Problem(
      .overloaded, retryAfter: .seconds(1), explanation: .request(.tooManyCalls(limit: limit))
    ) { $0.limit = limit }
  }
}
