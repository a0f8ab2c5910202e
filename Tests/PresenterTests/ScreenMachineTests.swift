import Presenter
import StatusCore
import Testing

@Suite struct ScreenMachineTests {
  /// What is so, and the phase of the part.
  @Test(
    arguments: [
      (nil, false, false, nil, "blank"), (nil, false, true, nil, "loading"),
      (nil, false, false, .inline, "error"),
      (nil, false, true, .inline, "loading"), (nil, false, false, .silent, "blank"),
      ("1", false, false, nil, "content"), ("1", true, false, nil, "stale"), ("1", true, true, nil, "stale"),
      ("1", true, false, .alert, "stale"), ("1", true, false, .inline, "stale"),
    ] as [(String?, Bool, Bool, Presentation?, String)])
  func `the phase follows from the snapshot`(
    value: String?, isStale: Bool, isFetching: Bool, failure: Presentation?, phase: String
  ) {
    var view = MachineView()
    let shown = failure.map { view.failure(of: .menu, shown: $0) }
    view.change(.menu) {
      $0.value = value.map { ResourceValue(normalised: Array($0.utf8)) }
      ($0.isStale, $0.isFetching) = (isStale, isFetching)
      $0.failure = shown
    }
    #expect(view.look().parts[0].phase.rawValue == phase)
  }

  /// Where a failure of a snapshot is shown: an alert is not in the part, and what is silent is nowhere.
  @Test(
    arguments: [(.alert, false, true), (.inline, true, false), (.silent, false, false)]
      as [(Presentation, Bool, Bool)])
  func `a failure has one place`(presentation: Presentation, isInPart: Bool, isAlert: Bool) {
    var view = MachineView()
    let failure = view.failure(of: .menu, shown: presentation)
    view.change(.menu) { $0.failure = failure }
    let screen = view.look()
    #expect(screen.parts[0].failure?.failure == (isInPart ? failure : nil))
    #expect(screen.alert?.failure == (isAlert ? failure : nil))
  }

  /// A bar or a table calls nobody: each failure has its place in the part.
  @Test(arguments: [.alert, .inline, .silent] as [Presentation])
  func `a screen that shows every failure has it in the part, with its buttons`(presentation: Presentation) {
    var view = MachineView(showsEveryFailure: true)
    let failure = view.failure(of: .menu, shown: presentation)
    view.change(.menu) { $0.failure = failure }
    let screen = view.look()
    #expect(screen.parts[0].failure?.failure == failure && screen.alert == nil)
    #expect(view.press(.option(failure.id, "tryAgain")) == .choose(failure.id, .tryAgain))
  }

  @Test func `a part that is added later stands behind the others, and its buttons work`() {
    var view = MachineView([.menu])
    view.machine.add(ScreenPart("other", .state, .any))
    view.change(.state) { $0.isFetching = true }
    #expect(view.look().parts.map(\.phase) == [.blank, .loading])
    #expect(view.press(.refresh("other")) == .refresh(.state))
  }

  @Test func `the newest alert is shown, and an older one that is open comes back`() {
    var view = MachineView([.menu, .state])
    let older = view.failure(of: .menu, shown: .alert)
    for _ in 0..<9 { _ = view.failure(of: .state, shown: .alert) }
    let newer = view.failure(of: .state, shown: .alert)
    #expect((older.id.rawValue, newer.id.rawValue) == ("f1", "f11"))
    view.change(.menu) { $0.failure = older }
    view.change(.state) { $0.failure = newer }
    #expect(view.look().alert?.failure == newer)
    view.change(.state) { $0.failure = nil }
    #expect(view.look().alert?.failure == older)
  }

  @Test func `a refresh of this screen spins, cannot be pressed again, and can be stopped`() {
    var view = MachineView()
    #expect(view.press(.stop("menu")) == .ignore)
    #expect(view.press(.refresh("menu")) == .refresh(.menu))
    view.machine.refreshBegan(.menu)
    let part = view.look().parts[0]
    #expect((part.phase, part.isSpinning, part.canRefresh, part.canStop) == (.loading, true, false, true))
    #expect(view.press(.refresh("menu")) == .ignore)
    #expect(view.press(.stop("menu")) == .stop(.menu))
    view.machine.refreshEnded(.menu)
    #expect(view.look().parts[0].canRefresh)
  }

  /// Whether polling is on, what is pressed, and what follows.
  @Test(
    arguments: [
      (false, nil, .setPolling(.menu, true)), (true, nil, .setPolling(.menu, false)),
      (false, true, .setPolling(.menu, true)), (true, true, .none), (false, false, .none),
      (true, false, .setPolling(.menu, false)),
    ] as [(Bool, Bool?, ScreenMachine.Action)])
  func `the switch of polling is moved to what it is not`(
    isOn: Bool, pressed: Bool?, action: ScreenMachine.Action
  ) {
    var view = MachineView()
    view.change(.menu) { $0.autoPolling.isEnabled = isOn }
    #expect(view.look().parts[0].polling.isOn == isOn)
    #expect(view.press(.polling("menu", on: pressed)) == action)
  }

  // MARK: Options

  @Test func `while an option runs, cancel alone can be pressed`() throws {
    var view = MachineView()
    let failure = view.failure(of: .menu, shown: .inline)
    view.change(.menu) { $0.failure = failure }
    #expect(view.press(.option(failure.id, "tryAgain")) == .choose(failure.id, .tryAgain))
    view.sight.running[failure.id] = .tryAgain
    let box = try #require(view.look().parts[0].failure)
    #expect(
      failure.options.map { box.isEnabled($0.id) } == [true] + failure.options.dropFirst().map { _ in false })
    #expect(view.press(.option(failure.id, "keepTrying")) == .ignore)
    #expect(view.press(.option(failure.id, "cancel")) == .choose(failure.id, .cancel))
  }

  @Test func `an alert that closes is cancelled, but not after one of its options was pressed`() {
    var view = MachineView()
    let failure = view.failure(of: .menu, shown: .alert)
    view.change(.menu) { $0.failure = failure }
    #expect(view.press(.dismiss(failure.id)) == .choose(failure.id, .cancel))
    _ = view.press(.option(failure.id, "tryAgain"))
    #expect(view.press(.dismiss(failure.id)) == .ignore)
  }

  @Test func `what is not known or not offered is not pressed`() {
    var view = MachineView()
    let (failure, silent) = (view.failure(of: .menu, shown: .alert), view.failure(of: .state, shown: .silent))
    view.change(.menu) { $0.failure = failure }
    for button in [
      Button.option(FailureID(rawValue: "f99"), "tryAgain"), .option(failure.id, "signIn"),
      .option(silent.id, "tryAgain"), .dismiss(silent.id), .refresh("fish"), .closeHelp, .startLocation,
    ] { #expect(view.press(button) == .ignore, "\(button)") }
  }

  @Test func `the client's options are its own, but for help, which is shown until it is closed`() {
    var view = MachineView()
    let failure = view.failure(.sourceMisconfigured, of: .menu, shown: .inline)
    view.change(.menu) { $0.failure = failure }
    #expect(view.press(.option(failure.id, "openSettings")) == .perform(failure.id, failure.options[1]))
    let broken = view.failure(.responseTooLarge, of: nil, shown: .alert)
    view.keep(broken)
    #expect(view.press(.option(broken.id, "showHelp")) == .none)
    #expect(view.look().help == "responsetoolarge")
    #expect(view.press(.closeHelp) == .none)
    #expect(view.look().help == nil)
  }

  @Test func `what a recovery has done is said until the next press`() {
    var view = MachineView()
    view.machine.recovered("3 old entries were removed.")
    #expect(view.look().notice == "3 old entries were removed.")
    _ = view.press(.stop("menu"))
    #expect(view.look().notice == nil)
  }

  // MARK: Failures of this screen's calls

  /// A failure of a call, and where it is shown.
  @Test(
    arguments: [
      (.timeout, .menu, .inline, true), (.timeout, .menu, .alert, false), (.timeout, .state, .inline, false),
      (.overloaded, .menu, .inline, false), (.internalError, nil, .inline, false),
    ] as [(FailureKind, ResourceID?, Presentation, Bool)])
  func `a failure that only a response has is in its part or an alert`(
    kind: FailureKind, resource: ResourceID?, presentation: Presentation, isInPart: Bool
  ) {
    var view = MachineView()
    let failure = view.failure(kind, of: resource, shown: presentation)
    view.keep(failure)
    let screen = view.look()
    #expect(screen.parts[0].failure?.failure == (isInPart ? failure : nil))
    #expect(screen.alert?.failure == (isInPart ? nil : failure))
  }

  @Test func `it goes when it is settled, or the snapshot has it or a newer one`() {
    var view = MachineView()
    let (own, newer) = (view.failure(of: .menu, shown: .inline), view.failure(of: .menu, shown: .silent))
    view.keep(own)
    view.sight.open = [:]
    #expect(view.look().parts[0].failure == nil)
    for shown in [own, newer] {
      view.keep(own)
      view.change(.menu) { $0.failure = shown }
      _ = view.look()
      #expect(view.machine.kept.isEmpty)
    }
  }

  @Test func `what is silent is not shown`() {
    var view = MachineView()
    view.keep(view.failure(.requestCancelled, of: .menu, shown: .alert))
    #expect(view.look().alert == nil)
  }

  // MARK: Time

  @Test func `without anything that counts, nothing wakes it`() {
    var view = MachineView(words: .none)
    let time = view.now.time
    view.change(.menu) { ($0.value, $0.updatedAt) = (ResourceValue(normalised: [0x31]), time) }
    _ = view.look()
    #expect(view.machine.wakeAt == nil)
  }

  @Test func `an age wakes it when a minute has passed`() {
    var view = MachineView()
    let time = view.now.time
    view.change(.menu) { ($0.value, $0.updatedAt) = (ResourceValue(normalised: [0x31]), time) }
    #expect(view.look().parts[0].age == "just now")
    #expect(view.machine.wakeAt == view.now.uptime + .seconds(60))
  }
}
