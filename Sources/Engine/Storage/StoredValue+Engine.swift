import Providers
import StatusCore
import Store

extension StoreKey {
  /// The key of a resource: the bytes of its name and, of an instance, of its arguments in the order of their names.
  init(_ resource: ResourceID) {
    let arguments = resource.arguments?.all ?? []
    let fields = [resource.name.rawValue] + arguments.flatMap { [$0.name, $0.value] }
    // No field can end early: 0xFF is in no UTF-8.
    self.init(Array(fields.map { Array($0.utf8) }.joined(separator: [0xFF])))
  }
}

extension StoredValue {
  init(_ kept: KeptValue, key: StoreKey) {
    self.init(
      key: key, source: kept.identity.bytes, body: kept.value.text, entityTag: kept.validators?.entityTag,
      lastModified: kept.validators?.lastModified, fetchedAt: kept.fetchedAt.millisecondsSince1970)
  }
}

extension StoredFetch {
  init(_ sample: FetchSample, key: StoreKey) {
    let (seconds, attoseconds) = sample.duration.components
    self.init(
      key: key, endedAt: sample.endedAt.millisecondsSince1970, outcome: sample.outcome.rawValue,
      status: sample.status, attempts: sample.attempts,
      duration: seconds * 1_000_000 + attoseconds / 1_000_000_000_000, bytes: sample.bytes)
  }
}

extension FetchSample {
  /// Nil for an outcome that this version does not know.
  init?(_ stored: StoredFetch) {
    guard let outcome = Outcome(rawValue: stored.outcome) else { return nil }
    self.init(
      endedAt: Timestamp(millisecondsSince1970: stored.endedAt), outcome: outcome, status: stored.status,
      attempts: stored.attempts, duration: .microseconds(stored.duration), bytes: stored.bytes)
  }
}

extension RestoredValue {
  init(_ stored: StoredValue) {
    let validators = Validators(entityTag: stored.entityTag, lastModified: stored.lastModified)
    self.init(
      value: ResourceValue(normalised: stored.body),
      validators: validators == Validators() ? nil : validators,
      fetchedAt: Timestamp(millisecondsSince1970: stored.fetchedAt))
  }
}
