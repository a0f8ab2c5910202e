import Providers
import Reactor
import StatusCore

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

extension Judgement {
  /// Judges what was decoded of a body.
  ///
  /// - Parameters:
  ///   - present: The present value.
  ///   - digest: The digest of its body.
  static func of(
    _ outcome: ValueDecoding.Outcome, _ reception: Reception, over present: ResourceValue?, digest: UInt64?
  ) -> Result<Judgement, Problem> {
    switch outcome {
    case .unchanged: .success(Judgement(reception, value: nil, digest: digest))
    case .value(let value, let digest):
      .success(Judgement(reception, value: value.isSame(as: present) ? nil : value, digest: digest))
    case .failure(let problem): .failure(problem)
    }
  }

  /// Judges a response with the body of the present value, if that is short.
  ///
  /// - Parameter known: The digest of that body; nil for none.
  /// - Returns: nil for a body that is to be decoded.
  static func atOnce(_ response: SourceResponse, known: UInt64?) -> Judgement? {
    guard let known, case .body(let body) = response.content, body.count <= mostBytesAtOnce,
      ValueDecoding.digest(of: body) == known
    else { return nil }
    return Judgement(Reception(response), value: nil, digest: known)
  }

  /// Few, because the digest of another body is made twice.
  private static let mostBytesAtOnce = 4_096

  /// Judges a response without a body.
  static func of(
    _ content: SourceResponse.Content, _ reception: Reception, over present: ResourceValue?
  ) -> Result<Judgement, Problem> {
    switch content {
    case .value(let value): return .success(Judgement(reception, value: value == present ? nil : value))
    case .nothing: return .success(Judgement(reception, value: nil, isEmpty: true))
    case .notModified, .body:
      guard present != nil else { return .failure(.nothingToConfirm(reception.status)) }
      return .success(Judgement(reception, value: nil, isConfirmation: true))
    }
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

/// A value that has come, and when.
struct Brought {
  let judgement: Judgement
  let date: Moment

  /// The same as the machine shows it if the store cannot keep it.
  var unkept: UnkeptValue {
    UnkeptValue(judgement.value, freshFor: judgement.reception.freshFor, at: date)
  }
}

extension Problem {
  /// A source says that the value is still the present one, where there is none.
  static func nothingToConfirm(_ status: Int?) -> Problem {
    Problem(.unexpectedStatus, explanation: .response(.nothingToConfirm(status: status ?? 304)))
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
