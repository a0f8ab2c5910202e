import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// A protocol on top of JSON-RPC: its methods, its handshake, and the encoding of outcomes and changes.
///
/// A profile belongs to one session and keeps what the handshake has agreed on.
@LoopActor
protocol Profile: AnyObject {
  /// All methods of a session by their names; asked for once.
  func methods(of session: Session) -> MethodTable

  /// Looks at a call before its method is looked up, if ``SessionProfile/notesCalls`` says so.
  ///
  /// - Returns: What the profile needs to know again when it encodes the response: the version that the client
  ///   speaks, the tool that it calls. Nil for nothing.
  /// - Throws: What is wrong with the call in this protocol; it is refused.
  func note(of call: Call) throws(CallRefusal) -> (any CallNote)?

  /// The problem of a batch; nil where batches are served.
  var problemOfBatch: ProtocolProblem? { get }

  /// Whether a call gets a response for this failure.
  ///
  /// - Parameter id: The id of the request; null for a message whose id cannot be read or is in use.
  func answers(_ id: RequestID, _ call: CallContext, with failure: Failure) -> Bool

  /// Encodes the response to a request.
  ///
  /// - Parameter id: As for ``answers(_:_:with:)``.
  func response(
    to id: RequestID, of call: CallContext, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter
  )

  /// Whether the client wants notifications of this kind.
  func wants(_ change: Change) -> Bool

  /// Writes what publishes the present state of what has changed: one notification, or several where the client has
  /// asked more than once.
  ///
  /// - Parameter coalesced: How many older changes this one replaces.
  func publish(_ change: Change, coalesced: Int, to write: MessageOutput)

  /// Begins the session of a client that another profile has served until now, and goes on as that one.
  func goOn(from former: any Profile, in session: Session)

  /// The session has ended, or goes on by another profile.
  func end()

  /// The configuration is still wrong, but for another reason.
  func misconfigurationChanged()

  /// The text that such a notification shares with those of other sessions; nil for none.
  func sharedText(of change: Change) -> JSONText?
}

/// What a profile notes of a call until its response.
protocol CallNote: AnyObject, Sendable {}

/// Why a profile refuses a call.
struct CallRefusal: Error {
  let problem: Problem
  /// What it needs to know of the call to encode the response.
  var note: (any CallNote)?

  init(_ problem: Problem, note: (any CallNote)? = nil) {
    (self.problem, self.note) = (problem, note)
  }

  init(_ problem: ProtocolProblem, note: (any CallNote)? = nil) {
    self.init(Problem(problem), note: note)
  }
}

/// The call that a response answers, as a profile needs to know it.
struct CallContext {
  /// Nil for a message that reached no method.
  var method: MethodTable.Entry?
  var note: (any CallNote)?
}

/// The protocol that a session speaks.
package struct SessionProfile: Sendable {
  let notifications: NotificationMethods
  /// Whether the profile looks at each call; it is not asked for nothing.
  let notesCalls: Bool
  /// Whether the profile begins its session, after the response to the first request, so that this one touches neither
  /// store nor source.
  package let beginsByItself: Bool
  private let make: @LoopActor @Sendable (Engine, SnapshotEncoder) -> any Profile

  init(
    _ notifications: NotificationMethods, notesCalls: Bool = false, beginsByItself: Bool = false,
    _ make: @escaping @LoopActor @Sendable (Engine, SnapshotEncoder) -> any Profile
  ) {
    self.notifications = notifications
    self.notesCalls = notesCalls
    self.beginsByItself = beginsByItself
    self.make = make
  }

  /// The profile of one session.
  ///
  /// - Parameter encoder: Writes snapshots as this session sees them.
  @LoopActor
  func callAsFunction(_ engine: Engine, _ encoder: SnapshotEncoder) -> SpokenProfile {
    SpokenProfile(make(engine, encoder))
  }
}

/// The methods of a protocol's notifications.
struct NotificationMethods {
  /// Of the state of a resource.
  let resource: String
  /// Of the location.
  let location: String
  /// Of an attempt of a fetch; nil if the client is not notified of those (``Change/attempt(_:number:limit:)``).
  var attempt: String?
  /// Of the difference of a screen; nil in a protocol without screens.
  var screen: String?
}

// MARK: As in JSON-RPC 2.0

extension Profile {
  func note(of call: Call) throws(CallRefusal) -> (any CallNote)? { nil }

  var problemOfBatch: ProtocolProblem? { nil }

  func goOn(from former: any Profile, in session: Session) { session.begin() }

  func end() {}

  func misconfigurationChanged() {}

  func sharedText(of change: Change) -> JSONText? { nil }

  func answers(_ id: RequestID, _ call: CallContext, with failure: Failure) -> Bool { true }

  /// The response of section 5.
  func response(
    to id: RequestID, of call: CallContext, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter
  ) {
    switch outcome {
    case .success(let result): json.response(to: id, result: result)
    case .failure(let failure): json.response(to: id) { $0.errorObject(failure) }
    }
  }
}
