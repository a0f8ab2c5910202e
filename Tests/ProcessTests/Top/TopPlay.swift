import Reactor
import Settings
import StatusCore

@testable import Presenter
@testable import statusd

/// Pictures and keys of `top` as values.
struct TopPlay {
  var picture: TopPicture
  var state = TopState()
  var size: TerminalSize

  /// Two resources of which one has failed, a parameterised one with an instance, and the location.
  init(columns: Int = 80, rows: Int = 24) {
    let build = ResourceID(ResourceName.configured("build") ?? .menu, ResourceArguments(["branch": "main"]))
    size = TerminalSize(columns: columns, rows: rows)
    picture = TopPicture(entries: [
      .init(name: .state), .init(name: .menu), .init(name: build.name, parameters: ["branch"]),
    ])
    picture.parts = [
      ScreenPart("state", ResourceID(.state), .fleet), ScreenPart("menu", ResourceID(.menu), .menu),
      ScreenPart("build branch=main", build, .any),
    ]
    picture.screen = Screen(
      parts: [
        Self.part(.content, age: "3 min ago", value: "1", next: "in 8 s"),
        Self.part(.error, failure: Self.box()), Self.part(.loading, attempt: (2, 3)),
      ], place: Screen.Place(phase: .blank, isOn: false))
    picture.summaries = [ResourceID(.state): "3 couriers"]
    state.settle(picture, size)
  }

  static func part(
    _ phase: Screen.Phase, age: String? = nil, value: String? = nil, next: String? = nil,
    attempt: (Int, Int)? = nil, failure: Screen.Box? = nil
  ) -> Screen.Part {
    Screen.Part(
      phase: phase, isSpinning: attempt != nil,
      attempt: attempt.map { Screen.AttemptNumber(number: $0.0, limit: $0.1) },
      value: value.map { ResourceValue(normalised: Array($0.utf8)) }, age: age, failure: failure,
      canRefresh: true, canStop: false,
      polling: Screen.PollingSwitch(isOn: next != nil, interval: .seconds(10), next: next))
  }

  static func box(
    _ kind: FailureKind = .serverError, running: RecoveryOptionID? = nil, countdown: Int? = nil
  ) -> Screen.Box {
    var (ledger, ids) = (FailureLedger(), FailureIDs())
    let failure = ledger.record(
      Problem(kind), id: ids.next(),
      in: FailureContext(
        operation: .refresh, resource: ResourceID(.menu), presentation: .inline,
        at: Timestamp(millisecondsSince1970: 0)))
    return Screen.Box(failure: failure, running: running, countdown: countdown)
  }

  var frame: TopFrame { TopFrame(picture, state, size) }

  /// The lines without styles and without the spaces at their ends.
  var lines: [String] {
    frame.lines.map { line in
      var scalars = Substring(line.rendered(columns: size.columns, isColoured: false)).unicodeScalars
      while scalars.last == " " { scalars.removeLast() }
      return String(scalars)
    }
  }

  /// What the table has above the line that sets off the details.
  var table: [String] { Array(lines.prefix { !$0.hasPrefix("──") }) }

  @discardableResult
  mutating func press(_ keys: TopKey...) -> TopState.Action {
    var action = TopState.Action.none
    for key in keys {
      let layout = TopLayout(size, rows: picture.rows(matching: state.filter).count)
      action = state.take(key, picture, layout)
      state.settle(picture, size)
    }
    return action
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { press(.character(scalar)) }
  }
}
