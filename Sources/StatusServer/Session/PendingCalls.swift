import Engine
import JSONRPC
import Jansson
import OrderedCollections
import Reactor
import StatusCore

/// Where a call's response goes.
enum ResponsePlace {
  /// Nowhere: the call is a notification.
  case nowhere
  case alone(RequestID)
  /// Into the array that answers a batch, at that index.
  case batch(Batch, Int, RequestID)
  /// To code of this process, which made the call.
  case caller(@LoopActor (Result<JSONText, Failure>) -> Void)

  /// nil for a notification.
  var id: RequestID? {
    switch self {
    case .nowhere, .caller: nil
    case .alone(let id), .batch(_, _, let id): id
    }
  }

  /// Whether anybody gets the response.
  var isAnswered: Bool {
    if case .nowhere = self { false } else { true }
  }

  /// The same place, for a response that must not carry the id.
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
  var reply: BatchResponse

  init(count: Int) {
    reply = BatchResponse(count: count)
  }
}

/// One call that waits, from its admission to its one response.
@LoopActor
final class PendingCall {
  let place: ResponsePlace
  let operation: Operation
  let ticket: Ticket<JSONText>

  init(place: ResponsePlace, operation: Operation, ticket: Ticket<JSONText>) {
    self.place = place
    self.operation = operation
    self.ticket = ticket
  }
}

/// The calls that wait, in the order of their admission; a few hundred at most.
@LoopActor
struct PendingCalls {
  private var calls: OrderedDictionary<ObjectIdentifier, PendingCall> = [:]
  private var identified: [RequestID: PendingCall] = [:]

  /// Requests and notifications that wait.
  var count: Int { calls.count }
  /// Calls whose response somebody waits for.
  var answerable: Int { calls.values.count { $0.place.isAnswered } }
  var all: [PendingCall] { calls.values.elements }

  subscript(id: RequestID) -> PendingCall? { identified[id] }

  mutating func insert(_ call: PendingCall) {
    calls[ObjectIdentifier(call)] = call
    // Null names no request: it is never in use and never cancelled.
    if let id = call.place.id, !id.isNull { identified[id] = call }
  }

  /// - Returns: Whether the call was still there.
  mutating func remove(_ call: PendingCall) -> Bool {
    guard calls.removeValue(forKey: ObjectIdentifier(call)) != nil else { return false }
    if let id = call.place.id, identified[id] === call { identified[id] = nil }
    return true
  }
}
