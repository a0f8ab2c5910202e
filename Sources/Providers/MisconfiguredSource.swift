package import Reactor
package import StatusCore

/// The source of a resource whose configuration names what is not there, such as a variable: every attempt says so.
@LoopActor
package final class MisconfiguredSource: Source {
  package let address: String
  private let problem: Problem

  package init(_ problem: Problem, at address: String) {
    (self.problem, self.address) = (problem, address)
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    LaterCompletion(completion) { [problem] in .failure(problem) }
  }
}
