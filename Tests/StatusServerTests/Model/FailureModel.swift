import Reactor
import StatusCore

/// A failure that somebody can recover from.
@LoopActor
final class FailureModel {
  enum State: Equatable {
    case open
    case running
    case settled
  }

  /// What failed.
  struct Origin {
    let resource: ResourceModel
    let problem: Problem
    /// `autoPoll`, or the method of the first who waited.
    var operation = "autoPoll"
    /// The caller's own time, which a repetition has again.
    var timeout: Duration?
    /// The failure whose recovery failed with this one.
    var previous: FailureModel?
    var attempts: [FailureKind] = []
  }

  let origin: Origin
  let presentation: Presentation
  /// When the fetch failed, from which the time counts that a server asked for.
  let failedAt: Duration
  /// Learned when it is reported.
  var id: String?
  /// Whether it can offer `openSettings`, which hangs on more than the model knows; learned when it is reported.
  var hasSettings: Bool?
  var state = State.open

  init(_ origin: Origin, _ presentation: Presentation, failedAt: Duration) {
    self.origin = origin
    self.presentation = presentation
    self.failedAt = failedAt
  }

  var resource: ResourceModel { origin.resource }
  var kind: FailureKind { origin.problem.kind }

  /// Counted from 1 in the order in which failures were recorded.
  var number: Int? { id.flatMap { Int($0.dropFirst()) } }

  /// What a recovery repeats: nobody can call a poll.
  var repeated: String { origin.operation == "autoPoll" ? "refresh" : origin.operation }
}

/// A recovery that is being performed.
@LoopActor
final class RecoveryModel {
  enum Stage {
    case waiting(until: Duration)
    case waitingForNetwork
    /// A command runs, which a success of the resource does not end.
    case commanding
    /// What it takes first has failed, which nobody learns before a time.
    case failing(Problem, until: Duration)
    case fetching(WaiterModel)
  }

  let failure: FailureModel
  let option: String
  let begin: Duration
  var calls: [CallID]
  var stage: Stage

  init(
    of failure: FailureModel, by option: String, for call: CallID, _ stage: Stage, at begin: Duration
  ) {
    self.begin = begin
    self.failure = failure
    self.option = option
    calls = [call]
    self.stage = stage
  }

  /// Whether it waits for something that a success of the resource makes needless.
  var isWaiting: Bool {
    switch stage {
    case .waiting, .waitingForNetwork, .failing: true
    case .commanding, .fetching: false
    }
  }
}

/// A request of one of the clients; each counts its own, so that both use the same ids.
struct CallID: Hashable, Comparable, CustomStringConvertible {
  let client: Int
  let number: Int

  static func < (left: CallID, right: CallID) -> Bool {
    (left.client, left.number) < (right.client, right.number)
  }

  var description: String { "\(client):\(number)" }
}

/// A request that has no response.
struct CallModel {
  enum Expected {
    case snapshot(ResourceModel)
    case polling(ResourceModel)
    /// The options that recover nothing.
    case settled(FailureModel, String)
    case recovered(FailureModel, String, ResourceModel)
    case failure(FailureModel)
    /// The daemon's own refusals, by kind.
    case refusal(String)
  }

  let method: String
  /// What the response has to be and when; nil while it must not come.
  var expected: (Expected, at: Duration)?
  /// The option stood in a snapshot when it was chosen, and must not be refused.
  var wasShown = false
}
