import Providers
import Reactor
import StatusCore

extension Resource {
  /// What a successful attempt brought.
  struct Judgement {
    /// The new value; nil if it equals the present one.
    let value: ResourceValue?
    /// The digest of the body of the value; nil if there was no body.
    let digest: UInt64?
    /// How long the server considers the value fresh.
    let freshFor: Duration?
    /// Whether the source has confirmed the present value without sending it (HTTP status 304).
    let isConfirmation: Bool
    private let validators: Validators?

    init(_ reception: Reception, value: ResourceValue?, digest: UInt64? = nil, isConfirmation: Bool = false) {
      (self.value, self.digest, self.isConfirmation) = (value, digest, isConfirmation)
      (freshFor, validators) = (reception.freshFor, reception.validators)
    }

    /// The validators of the value that the resource has now.
    ///
    /// A new value brings its own, or none. A 304 response may bring new ones; otherwise the former stay.
    func validators(after kept: Validators?) -> Validators? {
      isConfirmation ? validators ?? kept : validators
    }
  }

  /// What came with the content of a response.
  struct Reception {
    let validators: Validators?
    let freshFor: Duration?

    init(_ response: SourceResponse) {
      (validators, freshFor) = (response.validators, response.freshFor)
    }
  }

  /// The decoding of a response's body, which has not begun yet; nil for a response without one.
  ///
  /// - Parameter completion: Called with what the body brought: the judgement, or a problem if the body cannot be
  ///   used or the store cannot keep its value.
  func decoding(
    of response: SourceResponse, then completion: @escaping @LoopActor (Result<Judgement, Problem>) -> Void
  ) -> BodyDecoding? {
    guard case .body(let body) = response.content else { return nil }
    // The body itself goes when the decoding needs it no more.
    let reception = Reception(response)
    let decoding = ValueDecoding(
      body, as: shape, known: snapshot.value == nil ? nil : bodyDigest, values: environment.bodyValues,
      from: source.address, excerpts: excerpts)
    return BodyDecoding(decoding) { [weak self] outcome in
      guard let self else { return }
      completion(judgement(of: outcome, reception))
    }
  }

  private func judgement(
    of outcome: ValueDecoding.Outcome, _ reception: Reception
  ) -> Result<Judgement, Problem> {
    switch outcome {
    case .unchanged: .success(Judgement(reception, value: nil, digest: bodyDigest))
    case .value(let value, let digest): kept(value, digest, reception)
    case .failure(let problem): .failure(problem.naming(source.address))
    }
  }

  /// Judges a response without a body.
  func judgement(of response: SourceResponse) -> Result<Judgement, Problem> {
    let reception = Reception(response)
    guard case .value(let value) = response.content else {
      guard snapshot.value == nil else {
        return .success(Judgement(reception, value: nil, isConfirmation: true))
      }
      let problem = Problem(.unexpectedStatus, explanation: "The server says 304 where nothing was kept.")
      return .failure(problem.naming(source.address))
    }
    return kept(value, nil, reception)
  }

  /// Has the store keep a value, if it is another than the present one.
  private func kept(
    _ value: ResourceValue, _ digest: UInt64?, _ reception: Reception
  ) -> Result<Judgement, Problem> {
    guard value != snapshot.value else { return .success(Judgement(reception, value: nil, digest: digest)) }
    do throws(Problem) {
      try environment.store.keep(value, of: name)
      return .success(Judgement(reception, value: value, digest: digest))
    } catch {
      return .failure(error.naming(source.address))
    }
  }
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
