import Providers
import Reactor
import StatusCore

/// What came just before a response that is being judged, for the case that it cannot be used.
///
/// They are judged from the newest to the oldest, some in each turn of the loop: a program may write thousands of
/// lines that are no values behind one that is.
@LoopActor
final class EarlierCandidates {
  /// What is judged in one turn, in bytes.
  private static let workOfTurn = 65_536
  /// What each costs besides its bytes.
  private static let workOfEach = 1_024

  /// The connection over which they came; nil if they came with an attempt of its own.
  let connection: ConnectionID?
  private var responses: [SourceResponse]
  /// Why the newest response could not be used, once that is known.
  private var problem: Problem?
  private var work = workOfTurn

  init(_ responses: [SourceResponse], over connection: ConnectionID?) {
    (self.responses, self.connection) = (responses, connection)
  }

  /// The next to be judged, after a response that could not be used; nil if none is left.
  func next(after problem: Problem) -> SourceResponse? {
    self.problem = self.problem ?? problem
    guard let next = responses.popLast() else { return nil }
    if work <= 0 { work = Self.workOfTurn }
    work -= Self.workOfEach
    if case .body(let body) = next.content { work -= body.count }
    return next
  }

  /// Whether the one that was taken last is to be judged in the present turn.
  var isWithinTurn: Bool { work > 0 }

  /// Takes what is said of the newest response; nil if that could be used.
  func takeProblem() -> Problem? {
    responses = []
    return problem.take()
  }
}
