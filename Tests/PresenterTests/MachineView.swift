import Presenter
import StatusCore

/// A machine with all that it sees, which a test changes piece by piece.
struct MachineView {
  var machine: ScreenMachine
  var sight = Sight()
  let now = Moment(uptime: .seconds(1_000), time: Timestamp(millisecondsSince1970: 946_684_800_000))
  private var ledger = FailureLedger()
  private var ids = FailureIDs()
  private var snapshots: [ResourceID: ResourceSnapshot] = [:]

  init(
    _ resources: [ResourceID] = [.menu], showsLocation: Bool = false, words: WordUnit = .seconds,
    showsEveryFailure: Bool = false
  ) {
    let parts = resources.map { ScreenPart($0.name.rawValue, $0, .any) }
    machine = ScreenMachine(
      parts, showsLocation: showsLocation, words: words, showsEveryFailure: showsEveryFailure)
    for id in resources { change(id) { _ in } }
  }

  mutating func look() -> Screen { machine.look(at: sight, now) }

  mutating func press(_ button: Button) -> ScreenMachine.Action { machine.press(button, seeing: sight) }

  mutating func change(_ id: ResourceID, _ body: (inout ResourceSnapshot) -> Void) {
    var snapshot = snapshots[id] ?? ResourceSnapshot(resource: id)
    body(&snapshot)
    snapshots[id] = snapshot
    sight.resources[id] = Sight.Resource(snapshot)
  }

  /// A failure with the next id.
  mutating func failure(
    _ kind: FailureKind = .serverError, of resource: ResourceID?, shown presentation: Presentation
  ) -> Failure {
    var detail = FailureDetail()
    detail.key = "resources.menu.source"
    return ledger.record(
      Problem(kind, detail: detail), id: ids.next(),
      in: FailureContext(
        operation: .refresh, resource: resource, presentation: presentation, at: now.time))
  }

  /// One of the screen's calls has failed, and the failure is open.
  mutating func keep(_ failure: Failure) {
    machine.keep(failure)
    sight.open[failure.id] = failure
  }
}
