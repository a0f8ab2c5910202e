import Presenter
import StatusCore
import Testing

@Suite struct LocationScreenTests {
  private static let place = Position(Coordinate(latitude: 1, longitude: 2))

  /// What has happened to the location, whether it is on here, and the phase.
  @Test(
    arguments: [
      ([], false, "blank"), ([], true, "loading"), (["found"], true, "content"), (["found"], false, "stale"),
      (["failed"], true, "error"), (["failed"], false, "blank"), (["found", "failed"], true, "stale"),
      (["failed", "found"], true, "content"),
    ] as [([String], Bool, String)])
  func `the phase follows from the snapshot and the switch`(events: [String], isOn: Bool, phase: String)
    throws
  {
    var view = MachineView(showsLocation: true)
    var location = LocationMachine()
    _ = location.subscribe(LocationFilter())
    if isOn { #expect(view.press(.startLocation) == .startLocation) }
    for event in events {
      if event == "found" { _ = location.found(Self.place, at: view.now) }
      let failure = view.failure(.locationNoFix, of: .location, shown: .silent)
      if event == "failed" { _ = location.failed(failure, at: view.now) }
    }
    view.sight.location = location.snapshot
    let place = try #require(view.look().place)
    #expect((place.phase.rawValue, place.isOn) == (phase, isOn))
    #expect((place.failure != nil) == (isOn && location.snapshot.failure != nil))
    #expect(place.position == location.snapshot.position)
    #expect(view.look().alert == nil)
  }

  @Test func `it is started once and stopped once`() {
    var view = MachineView(showsLocation: true)
    #expect(view.press(.stopLocation) == .none)
    #expect(view.press(.startLocation) == .startLocation)
    #expect(view.press(.startLocation) == .none)
    #expect(view.press(.stopLocation) == .stopLocation)
    #expect(view.press(.stopLocation) == .none)
  }

  @Test func `a screen without the location has none to start`() {
    var view = MachineView()
    #expect(view.press(.startLocation) == .ignore)
    #expect(view.look().place == nil)
  }
}
