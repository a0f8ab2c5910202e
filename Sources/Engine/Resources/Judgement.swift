import Providers
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
