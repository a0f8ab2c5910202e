import Providers
package import Reactor
package import StatusCore

/// Work that is done a part in each turn of the loop, which does all else in between.
@LoopActor
package protocol PartedWork: AnyObject {
  /// Does one part.
  ///
  /// - Returns: Whether that was the last one; it is not called again then.
  func proceed() -> Bool
}

/// Begins the work that somebody has with a value that was fetched, before it is shown; nil if nobody has any.
package typealias Preparation = @LoopActor (ResourceID, ResourceValue) -> (any PartedWork)?

/// A run of some parted work, one after the other; it ends when it is cancelled.
@LoopActor
final class PartedRun {
  private var works: ArraySlice<any PartedWork>
  private var completion: (@LoopActor () -> Void)?

  /// Does the first part now, and the others in the turns to come.
  ///
  /// - Parameter completion: Called once, on a later turn, unless the run is cancelled before.
  init(_ works: [any PartedWork], _ completion: @escaping @LoopActor () -> Void) {
    self.works = works[...]
    self.completion = completion
    proceed()
  }

  private func proceed() {
    if let work = works.first, work.proceed() { works.removeFirst() }
    LoopActor.shared.loop.onNextTurn { [weak self] in
      guard let self else { return }
      if works.isEmpty { finish() } else { proceed() }
    }
  }

  /// Ends the run before the work is done.
  func finish() {
    let completion = completion.take()
    cancel()
    completion?()
  }

  func cancel() {
    (works, completion) = ([], nil)
  }
}

/// The part of an attempt in which others prepare for its value.
@LoopActor
final class AttemptedPreparation: SourceAttempt {
  private let run: PartedRun

  /// - Parameter completion: Called once, unless the attempt is cancelled before.
  init(_ work: any PartedWork, _ completion: @escaping @LoopActor () -> Void) {
    run = PartedRun([work], completion)
  }

  /// Goes on without what is not prepared: it costs time, and no value.
  func finish() { run.finish() }

  func cancel() { run.cancel() }

  func expire() -> Problem {
    cancel()
    return Problem(.timeout)
  }
}

extension Engine {
  /// What is done with a new value before it is shown; nil for nothing.
  package var preparation: Preparation? {
    get { environment.preparation }
    set { environment.preparation = newValue }
  }

  /// Does some work in parts.
  ///
  /// - Returns: Ends when all of it is done.
  package func perform(_ works: [any PartedWork]) -> Ticket<Void> {
    let ticket = Ticket<Void>()
    let run = PartedRun(works) { [weak ticket] in ticket?.end(with: .success(())) }
    ticket.whenCancelled { run.cancel() }
    return ticket
  }
}
