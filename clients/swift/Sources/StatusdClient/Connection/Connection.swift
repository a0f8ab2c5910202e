internal import Foundation
internal import StatusdTypes

/// One process of the daemon, from its start to its end: requests out, responses and notifications in.
///
/// What comes is read on a thread of its own, in the order in which it was written, and is looked at before anything
/// that came after it. So a notification is there before the response that knows of it.
final class Connection: Sendable {
  private let process: ChildProcess
  private let framing: Framing
  private let tap: Tap?
  private let isInputClosed = Locked(false)
  private let calls = Locked(PendingCalls())
  private let ended = Signal<Void>()

  init(_ command: Command, tap: Tap?) throws(ProgramNotFound) {
    process = try ChildProcess(command)
    framing = command.framing
    self.tap = tap
  }

  var pid: Int32 { process.pid }

  /// Why there will be no more responses; nil while there may be.
  var ending: (any Error)? { calls.withLock(\.ending) }

  /// Begins to read.
  ///
  /// Every notification goes to `listeners`, and `onEnd` follows the last one.
  func start(_ listeners: Listeners, onEnd: @escaping @Sendable () -> Void) {
    let decoder = Locked(framing.makeDecoder())
    process.read { [self] piece in
      decoder.withLock { take(piece, &$0, listeners) }
    } onEnd: { [self] ending in
      end(ending)
      ended.set(())
      onEnd()
    }
  }

  // MARK: Calls

  /// What `decode` makes of the response.
  ///
  /// The request is written before anything is awaited, so that calls come in the order in which they are made.
  /// `decode` is called before anything that came after the response is looked at, also where the caller waits no more.
  func call<Output: Sendable>(
    _ method: String, _ params: JSONValue?, timeout: Duration?,
    decode: @escaping @Sendable (Data) throws -> Output
  ) async throws -> Output {
    try Task.checkCancellation()
    let outcome = Signal<Result<Output, any Error>>()
    let id = try send(method, params) { response in
      _ = try? decode(response.get())
    } completion: { response in
      outcome.set(Result { try decode(response.get()) })
    }
    let timer = timeout.map { limit in
      Task {
        try await Task.sleep(for: limit)
        withdraw(id, CallTimedOut(method: method, limit: limit))
      }
    }
    defer { timer?.cancel() }
    return try await withTaskCancellationHandler {
      await outcome.wait()
    } onCancel: {
      withdraw(id, CancellationError())
    }.get()
  }

  /// Has written the request when it returns its number.
  ///
  /// `completion` is called before anything that came after the response is looked at; `late` in its place for a call
  /// that was withdrawn.
  func send(
    _ method: String, _ params: JSONValue?, late: @escaping PendingCalls.Completion = { _ in },
    completion: @escaping PendingCalls.Completion
  ) throws -> Int {
    let id = calls.withLock { $0.announce() }
    let message = try OutgoingMessage(id: id, method: method, params: params).encoded()
    // Written under the lock, so that a cancellation is written behind it.
    let refusal = calls.withLock { calls in
      let refusal = calls.begin(id, late: late, completion)
      if refusal == nil { write(message) }
      return refusal
    }
    if let refusal { completion(.failure(refusal)) }
    return id
  }

  func notify(_ method: String, _ params: JSONValue?) throws {
    let message = try OutgoingMessage(method: method, params: params).encoded()
    if let ending { throw ending }
    write(message)
  }

  private func withdraw(_ id: Int, _ reason: any Error) {
    let completion = calls.withLock { calls in
      let completion = calls.withdraw(id)
      if completion != nil { cancel(id) }
      return completion
    }
    completion?(.failure(reason))
  }

  private func cancel(_ id: Int) {
    let params: JSONValue = ["id": .integer(id)]
    guard let message = try? OutgoingMessage(method: "$/cancelRequest", params: params).encoded() else {
      return
    }
    write(message)
  }

  private func write(_ message: Data) {
    isInputClosed.withLock { isClosed in
      // What is written behind the end reaches nobody.
      if !isClosed { tap?(.sent, message) }
      process.write(framing.encoded(message))
    }
  }

  // MARK: The end

  /// Ends the daemon's input, lets it respond to what it has read, and waits for its end.
  ///
  /// After `grace` it gets SIGTERM, and after as much again SIGKILL.
  func close(grace: Duration) async {
    closeInput()
    let escalation = Task {
      for number in [SIGTERM, SIGKILL] {
        try await Task.sleep(for: grace)
        process.signal(number)
      }
    }
    await ended.wait()
    escalation.cancel()
  }

  /// Ends the daemon's input: nobody waits for what follows.
  func closeInput() {
    isInputClosed.withLock { isClosed in
      isClosed = true
      process.closeInput()
    }
  }

  func kill() {
    process.kill()
  }

  private func end(_ reason: any Error) {
    let completions = calls.withLock { $0.end(reason) } ?? []
    for completion in completions { completion(.failure(reason)) }
  }
}

// MARK: What comes

extension Connection {
  private func take(_ piece: Data, _ decoder: inout any FrameDecoder, _ listeners: Listeners) {
    guard ending == nil else { return }
    do {
      for message in try decoder.feed(piece) {
        tap?(.received, message)
        try take(message, listeners)
      }
    } catch {
      end(error)
      process.kill()
    }
  }

  private func take(_ message: Data, _ listeners: Listeners) throws(NotStatusd) {
    let decoder = JSONDecoder()
    // What stands between may gather responses.
    if message.first == UInt8(ascii: "["), let all = try? decoder.decode([JSONValue].self, from: message) {
      for each in all.compactMap({ try? JSONEncoder().encode($0) }) { try take(each, listeners) }
      return
    }
    guard let head = try? decoder.decode(MessageHead.self, from: message) else { throw .message(message) }
    switch head.kind {
    case .notification(let method):
      listeners.add(StatusdNotification(method, message))
    case .result(let id):
      calls.withLock { $0.settle(id) }?(.success(message))
    case .error(let id):
      let error = try? decoder.decode(ErrorMessage.self, from: message).error
      fail(id, error ?? NotStatusd.error(message))
    case .stranger:
      break  // Nobody waits for it.
    case .request(let method):
      throw NotStatusd("This program is no statusd: it sent a request", method.utf8)
    }
  }

  private func fail(_ id: Int?, _ error: any Error) {
    let completions = calls.withLock { calls in
      guard let id else { return calls.settleAll() }
      return calls.settle(id).map { [$0] } ?? []
    }
    for completion in completions { completion(.failure(error)) }
  }
}
