import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// Where the response to a call goes.
enum ResponsePlace {
  /// Nowhere: the call is a notification.
  case nowhere
  case alone(RequestID)
  /// Into the response array of a batch, at this index.
  case batch(Batch, Int, RequestID)
  /// To code in this process that made the call.
  case caller(@LoopActor (Result<JSONText, Failure>) -> Void)

  /// The id of the request; nil for a notification and for a caller in this process.
  var id: RequestID? {
    switch self {
    case .nowhere, .caller: nil
    case .alone(let id), .batch(_, _, let id): id
    }
  }

  /// Whether the call gets a response.
  var expectsResponse: Bool {
    if case .nowhere = self { false } else { true }
  }

  /// The same place, for a response whose id is null.
  var withoutID: ResponsePlace {
    switch self {
    case .nowhere, .caller: self
    case .alone: .alone(.null)
    case .batch(let batch, let index, _): .batch(batch, index, .null)
    }
  }
}

/// A batch whose responses are being collected.
@LoopActor
final class Batch {
  var response: BatchResponse

  init(count: Int) {
    response = BatchResponse(count: count)
  }
}

/// One call that waits, from its admission to its one response.
@LoopActor
final class PendingCall {
  let place: ResponsePlace
  let context: CallContext
  let operation: Operation
  /// nil for a call that lasts as long as the session.
  let ticket: Ticket<JSONText>?
  /// What such a call gets at the end of the session.
  let ending: JSONText?
  /// The number of its admission; nil for a call that does not wait.
  fileprivate(set) var number: Int?

  init(place: ResponsePlace, context: CallContext, operation: Operation, ticket: Ticket<JSONText>) {
    self.place = place
    self.context = context
    self.operation = operation
    self.ticket = ticket
    ending = nil
  }

  /// A call that lasts as long as the session.
  init(place: ResponsePlace, context: CallContext, operation: Operation, endingWith ending: JSONText) {
    self.place = place
    self.context = context
    self.operation = operation
    ticket = nil
    self.ending = ending
  }
}

/// The calls that wait; at most `limits.inFlight`.
///
/// Thousands may end at once, so nothing here takes time by their number but ``all``.
@LoopActor
final class PendingCalls {
  private var calls: [Int: PendingCall] = [:]
  private var identified: [RequestID: PendingCall] = [:]
  private var admitted = 0

  /// The number of requests and notifications that wait.
  var count: Int { calls.count - openCount }
  /// The number of calls that last as long as the session.
  private var openCount = 0
  /// Kept beside the calls, which are not to be had without a check of exclusive access.
  private(set) var isEmpty = true
  /// The number of waiting calls that get a response.
  private(set) var awaitingResponse = 0
  /// The calls in the order of their admission.
  var all: [PendingCall] { calls.sorted { $0.key < $1.key }.map(\.value) }

  subscript(id: RequestID) -> PendingCall? { identified[id] }

  /// Adds a call.
  func insert(_ call: PendingCall) {
    admitted += 1
    call.number = admitted
    calls[admitted] = call
    isEmpty = false
    if call.ending != nil {
      openCount += 1
    } else if call.place.expectsResponse {
      awaitingResponse += 1
    }
    // The id null identifies no request: it is never in use and cannot be cancelled.
    if let id = call.place.id, !id.isNull { identified[id] = call }
  }

  /// Removes a call.
  ///
  /// - Returns: Whether the call was still waiting.
  func remove(_ call: PendingCall) -> Bool {
    guard let number = call.number else { return false }
    call.number = nil
    calls[number] = nil
    isEmpty = calls.isEmpty
    if call.ending != nil {
      openCount -= 1
    } else if call.place.expectsResponse {
      awaitingResponse -= 1
    }
    if let id = call.place.id, identified[id] === call { identified[id] = nil }
    return true
  }
}
