import Providers
import Reactor
import StatusCore

extension Resource {
  /// What an attempt brought that succeeded.
  struct Judged {
    /// nil for a value that is equal to the one there is.
    let value: ResourceValue?
    let freshFor: Duration?
    private let validators: Validators?
    private let isConfirmation: Bool

    init(_ reply: SourceResponse, value: ResourceValue?) {
      self.value = value
      freshFor = reply.freshFor
      validators = reply.validators
      isConfirmation = if case .notModified = reply.content { true } else { false }
    }

    /// The validators of the value that there is now: of a new one its own, and none if it has none; of a
    /// confirmed one those of the confirmation, and else the former.
    func validators(after kept: Validators?) -> Validators? {
      isConfirmation ? validators ?? kept : validators
    }
  }

  /// Whether a reply is a value, and whether that can be kept.
  func judged(_ reply: SourceResponse) -> Result<Judged, Problem> {
    do throws(Problem) {
      guard let value = try value(of: reply.content), value != snapshot.value else {
        return .success(Judged(reply, value: nil))
      }
      try environment.store.keep(reply.content, of: name)
      return .success(Judged(reply, value: value))
    } catch {
      return .failure(error.naming(source.address))
    }
  }

  /// nil for a value that is still the one there is.
  private func value(of content: SourceResponse.Content) throws(Problem) -> ResourceValue? {
    switch content {
    case .value(let value): return value
    case .body(let bytes): return try decode(bytes)
    case .notModified where snapshot.value != nil: return nil
    case .notModified:
      throw Problem(.unexpectedStatus, explanation: "The server says 304 where nothing was kept.")
    }
  }

  private func decode(_ body: [UInt8]) throws(Problem) -> ResourceValue {
    // The tree that the decoder reads from is ten times the text, in small blocks.
    defer { if body.count > Self.largeBody { ResidentMemory.returnFreedBlocks() } }
    return try ValueDecoder.decode(body, as: shape, from: source.address, excerpts: excerpts).get()
  }

  /// Bytes of a body that is worth looking through the heap for.
  private static let largeBody = 262_144
}

extension Problem {
  /// Whether the server refused the request as it was: a condition may be why, and the next request goes without.
  ///
  /// 408 and 429 are about time.
  var refusesRequest: Bool {
    guard let status = detail.status else { return false }
    return 400..<500 ~= status && status != 408 && status != 429
  }

  /// The same, and where it was met, unless it says that itself.
  func naming(_ address: String) -> Problem {
    var problem = self
    problem.detail.url = detail.url ?? address
    return problem
  }
}
