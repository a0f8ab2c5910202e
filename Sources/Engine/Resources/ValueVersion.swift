import Providers
import StatusCore

/// Which version of its source's document the present value is, and whether the store has it.
struct ValueVersion {
  /// The identity of the source, for the store.
  private(set) var identity: SourceIdentity
  /// The validators of the value, for conditional requests; nil without any.
  private(set) var validators: Validators?
  /// The digest of the body that the value was made of; nil if it was not made of one.
  private(set) var bodyDigest: UInt64?
  /// Whether the store has taken the value.
  private(set) var isKept = false

  init(identity: SourceIdentity) {
    self.identity = identity
  }

  /// An attempt has brought the value, or has confirmed it.
  mutating func shown(_ judgement: Judgement, isKept: Bool) {
    self.isKept = isKept
    validators = judgement.validators(after: validators)
    if !judgement.isConfirmation { bodyDigest = judgement.digest }
  }

  /// An earlier process has kept the value.
  mutating func restored(with validators: Validators?) {
    self.validators = validators
    isKept = true
  }

  /// The disk has refused the value after the store had taken it.
  mutating func wasLost() { isKept = false }

  /// The server has refused the request, and its condition may be why.
  mutating func forgetValidators() { validators = nil }

  /// Another value would be made of the same body now.
  mutating func forgetBody() { bodyDigest = nil }

  /// The source is another one, or the same again.
  ///
  /// - Returns: Whether it is another, so that the validators do not name a version of its document.
  mutating func changeSource(to fresh: SourceIdentity) -> Bool {
    guard fresh != identity else { return false }
    identity = fresh
    validators = nil
    return true
  }
}
