import Engine
import EngineTestSupport
import Reactor
import StatusCore

/// Waits for one value, and ends with another.
@LoopActor
final class ScriptedJudge: ValueJudge {
  private let (wanted, unwanted): (ResourceValue, ResourceValue?)
  /// The values that were asked about, with the number of the question.
  private(set) var asked: [(question: Int, value: ResourceValue)] = []
  private(set) var beginnings: [ResourceValue?] = []

  init(_ wanted: ResourceValue, unless unwanted: ResourceValue? = nil) {
    (self.wanted, self.unwanted) = (wanted, unwanted)
  }

  let count = 2

  func begin(with value: ResourceValue?) { beginnings.append(value) }

  func ask(_ question: Int, of value: ResourceValue) -> WaitOutcome.Reason? {
    asked.append((question, value))
    switch question {
    case 0: return value == unwanted ? .unless : nil
    default: return value == wanted ? .met : nil
    }
  }
}
