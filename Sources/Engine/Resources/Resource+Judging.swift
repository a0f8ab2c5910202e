import Providers
import Reactor
import StatusCore

extension Resource {
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
