import JSONRPC
import OrderedCollections
import Reactor
import StatusCore

/// Where a call's answer goes.
enum ReplyPlace {
  /// Nowhere: the call is a notification.
  case nowhere
  case alone(RequestID)
  /// Into the array that answers a batch, at that index.
  case batch(Batch, Int, RequestID)

  /// nil for a notification.
  var id: RequestID? {
    switch self {
    case .nowhere: nil
    case .alone(let id), .batch(_, _, let id): id
    }
  }

  /// The same place, for an answer that must not carry the id.
  var withoutID: ReplyPlace {
    switch self {
    case .nowhere: .nowhere
    case .alone: .alone(.null)
    case .batch(let batch, let index, _): .batch(batch, index, .null)
    }
  }
}

/// A batch whose answers are being collected.
@LoopActor
final class Batch {
  var reply: BatchReply

  init(count: Int) {
    reply = BatchReply(count: count)
  }
}

/// One call that waits, from its admission to its one answer.
@LoopActor
final class PendingCall {
  let place: ReplyPlace
  let operation: Operation
  let ticket: Ticket
  /// When it was asked for.
  let admitted: Instant
  /// The failure that it will be answered with when its minimum time has passed.
  var held: Failure?
  var hold: Timer?

  init(place: ReplyPlace, operation: Operation, ticket: Ticket, admitted: Instant) {
    self.place = place
    self.operation = operation
    self.ticket = ticket
    self.admitted = admitted
  }
}

/// The calls that wait, in the order of their admission; a few hundred at most.
@LoopActor
struct PendingCalls {
  private var calls: OrderedDictionary<ObjectIdentifier, PendingCall> = [:]
  private var identified: [RequestID: PendingCall] = [:]

  /// Requests and notifications that wait.
  var count: Int { calls.count }
  /// Calls whose answer somebody waits for.
  var answerable: Int { calls.values.count { $0.place.id != nil } }
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
