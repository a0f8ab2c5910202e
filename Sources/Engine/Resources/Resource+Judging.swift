import Providers
import Reactor
import StatusCore

extension Resource {
  /// What a successful attempt brought.
  struct Judged {
    /// The new value; nil if it equals the present one.
    let value: ResourceValue?
    /// How long the server considers the value fresh.
    let freshFor: Duration?
    private let validators: Validators?
    private let isConfirmation: Bool

    init(_ response: SourceResponse, value: ResourceValue?) {
      self.value = value
      freshFor = response.freshFor
      validators = response.validators
      isConfirmation = if case .notModified = response.content { true } else { false }
    }

    /// The validators of the value that the resource has now.
    ///
    /// A new value brings its own, or none. A 304 response may bring new ones; otherwise the former stay.
    func validators(after kept: Validators?) -> Validators? {
      isConfirmation ? validators ?? kept : validators
    }
  }

  /// Decodes a response and has the store keep its value.
  ///
  /// - Returns: A problem if the body cannot be used or the store cannot keep it.
  func judged(_ response: SourceResponse) -> Result<Judged, Problem> {
    do throws(Problem) {
      guard let value = try value(of: response.content), value != snapshot.value else {
        return .success(Judged(response, value: nil))
      }
      try environment.store.keep(response.content, of: name)
      return .success(Judged(response, value: value))
    } catch {
      return .failure(error.naming(source.address))
    }
  }

  /// The value of a response; nil if the present value was confirmed (HTTP status 304).
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
    // The decoder's tree takes ten times the memory of the text, in small blocks that the heap keeps.
    defer { if body.count > Self.largeBody { ResidentMemory.returnFreedBlocks() } }
    return try ValueDecoder.decode(body, as: shape, from: source.address, excerpts: excerpts).get()
  }

  /// The size of a body, in bytes, from which returning freed memory is worth the time.
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

  /// The same problem with `address` as its URL, unless it has one.
  func naming(_ address: String) -> Problem {
    var problem = self
    problem.detail.url = detail.url ?? address
    return problem
  }
}
