import Providers
import Reactor
import StatusCore

extension Resource {
  /// A value that has come, until the store has taken it.
  struct Brought {
    let judgement: Judgement
    let date: Moment

    /// The same as the machine shows it if the store cannot keep it.
    var unkept: UnkeptValue {
      UnkeptValue(judgement.value, freshFor: judgement.reception.freshFor, at: date)
    }
  }

  /// Shows a value that an earlier process has kept, unless this one has fetched one meanwhile.
  func restored(_ restored: RestoredValue) {
    guard snapshot.value == nil else { return }
    validators = restored.validators
    isKept = true
    machine.restored(restored.value, fetchedAt: restored.fetchedAt, at: environment.now)
    proceedLater()
  }

  /// Has the store keep what an attempt brought; the attempt goes on while that is written.
  func keep(_ judgement: Judgement, of id: AttemptID) {
    // One moment for both: what is restored has the date that was shown.
    let now = environment.now
    brought = Brought(judgement: judgement, date: now)
    do throws(Problem) {
      guard let write = try write(judgement, at: now.time) else {
        return succeeded(id, with: judgement, at: now)
      }
      attempt = AttemptedWrite(write) { [weak self] in self?.written(judgement, of: id, with: $0) }
    } catch {
      failed(id, with: error)
    }
  }

  private func write(_ judgement: Judgement, at date: Timestamp) throws(Problem) -> PendingWrite? {
    guard !judgement.isEmpty else {
      environment.store.remove(id)
      return nil
    }
    guard let value = judgement.value ?? snapshot.value else { return nil }
    let kept = KeptValue(
      value: value, validators: judgement.validators(after: validators), identity: identity,
      fetchedAt: date, isNew: judgement.value != nil || !isKept)
    return try environment.store.keep(kept, of: id)
  }

  private func written(_ judgement: Judgement, of id: AttemptID, with problem: Problem?) {
    attempt = nil
    if let problem {
      failed(id, with: problem)
    } else {
      succeeded(id, with: judgement, at: environment.now)
    }
    proceed()
  }

  /// A value was accepted, and the disk has refused it since.
  func writeFailed(_ problem: Problem) {
    isKept = false
    guard !machine.isFetching, snapshot.failure == nil else { return }
    let context = machine.context(.autoPoll, kind: problem.kind, isPoll: true, at: environment.now)
    let failure = environment.failures.record(problem.naming(source.address), in: context)
    machine.writeFailed(with: failure, at: environment.now)
    proceedLater()
  }

  /// The value that has come is shown from now on, with its validators and its digest.
  ///
  /// - Parameter isKept: Whether the store has taken it.
  func show(_ judgement: Judgement, isKept: Bool) {
    brought = nil
    self.isKept = isKept
    validators = judgement.validators(after: validators)
    if !judgement.isConfirmation { bodyDigest = judgement.digest }
  }
}
