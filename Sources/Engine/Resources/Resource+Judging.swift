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
    /// Whether the source has confirmed the present value without sending it (HTTP status 304).
    let isConfirmation: Bool
    /// Whether there is no value any more, and that is right.
    let isEmpty: Bool
    let reception: Reception

    init(
      _ reception: Reception, value: ResourceValue?, digest: UInt64? = nil, isConfirmation: Bool = false,
      isEmpty: Bool = false
    ) {
      (self.value, self.digest, self.isConfirmation) = (value, digest, isConfirmation)
      (self.isEmpty, self.reception) = (isEmpty, reception)
    }

    /// The validators of the value that the resource has now.
    ///
    /// A new value brings its own, or none. A 304 response may bring new ones; otherwise the former stay.
    func validators(after kept: Validators?) -> Validators? {
      isConfirmation ? reception.validators ?? kept : reception.validators
    }
  }

  /// What came with the content of a response.
  struct Reception {
    let validators: Validators?
    /// How long the server considers the value fresh.
    let freshFor: Duration?
    /// The HTTP status; nil for other sources.
    let status: Int?
    /// The size of the body; nil for a response without one.
    let bytes: Int?

    init(_ response: SourceResponse) {
      (validators, freshFor, status) = (response.validators, response.freshFor, response.status)
      if case .body(let body) = response.content { bytes = body.count } else { bytes = nil }
    }
  }

  /// The decoding of a response's body, which has not begun yet; nil for a response without one.
  ///
  /// - Parameter completion: Called with what the body brought: the judgement, or a problem if the body cannot be
  ///   used.
  func decoding(
    of response: SourceResponse, then completion: @escaping @LoopActor (Result<Judgement, Problem>) -> Void
  ) -> BodyDecoding? {
    guard case .body(let body) = response.content else { return nil }
    // The body itself goes when the decoding needs it no more.
    let reception = Reception(response)
    let decoding = ValueDecoding(
      body, as: shape, at: pointer, known: snapshot.value == nil ? nil : bodyDigest,
      values: environment.configuration.current.bodyValues, from: source.address, excerpts: excerpts)
    return BodyDecoding(decoding, of: name) { [weak self] outcome in
      guard let self else { return }
      completion(judgement(of: outcome, reception))
    }
  }

  private func judgement(
    of outcome: ValueDecoding.Outcome, _ reception: Reception
  ) -> Result<Judgement, Problem> {
    switch outcome {
    case .unchanged: .success(Judgement(reception, value: nil, digest: bodyDigest))
    case .value(let value, let digest): .success(judgement(of: value, digest, reception))
    case .failure(let problem): .failure(problem.naming(source.address))
    }
  }

  /// Judges a response without a body.
  func judgement(of response: SourceResponse) -> Result<Judgement, Problem> {
    let reception = Reception(response)
    switch response.content {
    case .value(let value): return .success(judgement(of: value, nil, reception))
    case .nothing: return .success(Judgement(reception, value: nil, isEmpty: true))
    case .notModified, .body:
      guard snapshot.value != nil else {
        return .failure(Problem.nothingToConfirm(response.status).naming(source.address))
      }
      return .success(Judgement(reception, value: nil, isConfirmation: true))
    }
  }

  private func judgement(of value: ResourceValue, _ digest: UInt64?, _ reception: Reception) -> Judgement {
    Judgement(reception, value: value == snapshot.value ? nil : value, digest: digest)
  }
}

extension Problem {
  /// A source says that the value is still the present one, where there is none.
  static func nothingToConfirm(_ status: Int?) -> Problem {
    Problem(.unexpectedStatus, explanation: "The server says \(status ?? 304) where nothing was kept.")
  }

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
