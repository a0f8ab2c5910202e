import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// The profile that a session speaks.
///
/// The native one is a case of its own, so that the compiler calls it directly and inlines what it does: a call by way
/// of the protocol's table makes a message 55 instructions dearer (docs/decisions/0025-spoken-profile.md).
enum SpokenProfile {
  case native(NativeProfile)
  case other(any Profile)

  init(_ profile: any Profile) {
    self = (profile as? NativeProfile).map(SpokenProfile.native) ?? .other(profile)
  }
}

@LoopActor
extension SpokenProfile {
  func methods(of session: Session) -> MethodTable {
    switch self {
    case .native(let profile): profile.methods(of: session)
    case .other(let profile): profile.methods(of: session)
    }
  }

  func note(of call: Call) throws(CallRefusal) -> (any CallNote)? {
    switch self {
    case .native(let profile): try profile.note(of: call)
    case .other(let profile): try profile.note(of: call)
    }
  }

  var problemOfBatch: ProtocolProblem? {
    switch self {
    case .native(let profile): profile.problemOfBatch
    case .other(let profile): profile.problemOfBatch
    }
  }

  @inline(__always)
  func answers(_ id: RequestID, _ call: CallContext, with failure: Failure) -> Bool {
    switch self {
    case .native(let profile): profile.answers(id, call, with: failure)
    case .other(let profile): profile.answers(id, call, with: failure)
    }
  }

  @inline(__always)
  func response(
    to id: RequestID, of call: CallContext, with outcome: Result<JSONText, Failure>, in json: inout JSONWriter
  ) {
    switch self {
    case .native(let profile): profile.response(to: id, of: call, with: outcome, in: &json)
    case .other(let profile): profile.response(to: id, of: call, with: outcome, in: &json)
    }
  }

  @inline(__always)
  func wants(_ change: Change) -> Bool {
    switch self {
    case .native(let profile): profile.wants(change)
    case .other(let profile): profile.wants(change)
    }
  }

  func goOn(from former: SpokenProfile, in session: Session) {
    anyProfile.goOn(from: former.anyProfile, in: session)
  }

  func end() { anyProfile.end() }

  func misconfigurationChanged() { anyProfile.misconfigurationChanged() }

  /// For what is done rarely.
  private var anyProfile: any Profile {
    switch self {
    case .native(let profile): profile
    case .other(let profile): profile
    }
  }

  func sharedText(of change: Change) -> JSONText? {
    switch self {
    case .native(let profile): profile.sharedText(of: change)
    case .other(let profile): profile.sharedText(of: change)
    }
  }

  @inline(__always)
  func publish(_ change: Change, coalesced: Int, to write: MessageOutput) {
    switch self {
    case .native(let profile): profile.publish(change, coalesced: coalesced, to: write)
    case .other(let profile): profile.publish(change, coalesced: coalesced, to: write)
    }
  }
}
