import Jansson
import Providers
import Reactor
import StatusCore

extension Resource {
  /// What an attempt brought that succeeded.
  struct Judged {
    /// nil for a value that is equal to the one there is.
    let value: ResourceValue?
    /// The value as it is told, where the store wanted it.
    let text: JSONText?
    let freshFor: Duration?
    fileprivate let validators: Validators?
    fileprivate let isConfirmation: Bool

    init(_ reply: SourceReply, value: ResourceValue?, text: JSONText?) {
      self.value = value
      self.text = text
      freshFor = reply.freshFor
      validators = reply.validators
      isConfirmation = if case .notModified = reply.content { true } else { false }
    }

    /// Those of the value that there is now: of one that came its own, and none if it has none; of one that
    /// was confirmed what the confirmation says, and else the former.
    func validators(after kept: Validators?) -> Validators? {
      isConfirmation ? validators ?? kept : validators
    }
  }

  /// Whether a reply is a value, and whether that can be kept.
  func judged(_ reply: SourceReply) -> Result<Judged, Problem> {
    do throws(Problem) {
      guard let value = try value(of: reply.content), value != snapshot.value else {
        return .success(Judged(reply, value: nil, text: nil))
      }
      return .success(Judged(reply, value: value, text: try kept(value)))
    } catch {
      return .failure(error.naming(source.address))
    }
  }

  /// nil for a value that is still the one there is.
  private func value(of content: SourceReply.Content) throws(Problem) -> ResourceValue? {
    switch content {
    case .value(let value): return value
    case .body(let bytes): return try decode(bytes)
    case .notModified where snapshot.value != nil: return nil
    case .notModified:
      throw Problem(.unexpectedStatus, explanation: "The server says 304 where nothing was kept.")
    }
  }

  /// The value as text, once the store has taken it; nil without a store.
  private func kept(_ value: ResourceValue) throws(Problem) -> JSONText? {
    guard environment.store.isThere else { return nil }
    let text = JSONText { $0.resourceValue(value) }
    try environment.store.keep(text, of: name)
    return text
  }

  private func decode(_ body: [UInt8]) throws(Problem) -> ResourceValue {
    // The tree that the decoder reads from is ten times the text, in small blocks.
    defer { if body.count > Self.largeBody { ResidentMemory.returnFreedBlocks() } }
    return try ValueDecoder.decode(body, as: shape, from: source.address).get()
  }

  /// Bytes of a body that is worth looking through the heap for.
  private static let largeBody = 262_144
}

extension Problem {
  /// The same, and where it was met, unless it says that itself.
  func naming(_ address: String) -> Problem {
    var problem = self
    problem.detail.url = detail.url ?? address
    return problem
  }
}
