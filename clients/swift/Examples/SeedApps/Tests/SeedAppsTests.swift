import Foundation
import StatusdScreen
import TestSupport
import Testing

import struct StatusdPresenter.MapItem

@testable import SeedApps

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SeedAppsTests {
  /// The apps over a daemon, when it has said what it knows.
  private func showing(_ arguments: [String], _ body: (SeedModel) async throws -> Void) async throws {
    try await running(arguments) { (daemon, _) async throws in
      let model = SeedModel(daemon)
      try await TestSupport.showing(model.live) {
        await until(model.live) { $0.resources.allSatisfy { $0.polling != nil } }
        try await body(model)
      }
    }
  }

  @Test func `the fleet is fetched, joined and polled`() async throws {
    try await showing([]) { model in
      let fleet = model.fleet
      fleet.refresh()
      #expect(fleet.screen?.isSpinning == true)
      await until(model.live) { $0["state"]?.phase == .content }
      let courier = try #require(fleet.items.first { $0.kind == .courier && $0.packageId != nil })
      fleet.selection = courier.id
      let package = MapItem.ID(kind: .package, id: try #require(courier.packageId))
      #expect(fleet.highlighted.isSuperset(of: [courier.id, package]))
      fleet.isPolling = true
      #expect(fleet.isPolling)
      await until(model.live) { $0["state"]?.polling?.next != nil }
      fleet.isPolling = false
      #expect(fleet.nextPoll == nil)
    }
  }

  @Test func `the menu fails, and its button brings it`() async throws {
    try await showing(["--scenario", "first-fails"]) { model in
      let menu = model.menu
      #expect(menu.phase == .blank)
      menu.refresh()
      #expect(menu.phase == .loading)
      await until(model.live) { $0["menu"]?.phase == .error }
      menu.choose(.tryAgain)
      await until(model.live) { $0["menu"]?.phase == .content }
      #expect(!menu.sections.isEmpty)
      #expect(!menu.isEmpty)
    }
  }

  @Test func `an empty menu is no failure`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "menu.json")
      try Data("[]".utf8).write(to: file)
      try await showing(["--menu", "file:\(file.path)"]) { model in
        model.menu.refresh()
        await until(model.live) { $0["menu"]?.phase == .content }
        #expect(model.menu.isEmpty)
      }
    }
  }

  @Test func `the track follows the location`() async throws {
    try await showing([]) { model in
      model.track.isOn = true
      await until(model.live) { $0.location.phase == .content }
      #expect(model.track.track.count == 1)
      model.track.isOn = false
      await until(model.live) { $0.location.phase == .stale }
      model.track.clear()
      #expect(model.track.track.isEmpty)
    }
  }

  @Test func `out of space is an alert with three buttons, and one of them makes space`() async throws {
    let steps = #"[{"then":"ok","value":[]},{"then":"outOfSpace"},{"then":"ok","value":[]}]"#
    try await playing(steps) { model in
      let alert = model.alert
      #expect(alert.alert?.title == "The store is full")
      #expect(alert.alert?.buttons.map(\.title) == ["Cancel", "Free Space", "Buy More Space"])
      #expect(alert.alert?.buttons.map(\.role) == [.cancel, .destructive, .default])
      alert.choose(.freeSpace)
      await until(model.live) { $0.alert == nil && $0["menu"]?.phase == .content }
    }
  }

  @Test func `an alert that is dismissed is cancelled, and its custom option is the client's`() async throws {
    let option = #"{"id":"custom:call","title":"Call the Kitchen","performedBy":"client"}"#
    let steps = #"[{"then":"ok","value":[]},{"then":"outOfSpace","recoveryOptions":[\#(option)]}]"#
    try await playing(steps) { model in
      let alert = model.alert
      alert.choose("custom:call")
      #expect(alert.request?.option.title == "Call the Kitchen")
      alert.performed()
      #expect(alert.request == nil)
      #expect(alert.isPresented)
      alert.isPresented = false
      await until(model.live) { $0.alert == nil }
    }
  }

  /// The menu by these steps of a scenario, fetched twice: the second time is an alert.
  private func playing(_ steps: String, _ body: (SeedModel) async throws -> Void) async throws {
    try await withFolder { folder in
      let scenario = folder.appending(path: "scenario.json")
      try Data(#"{"resources":{"menu":{"steps":\#(steps)}}}"#.utf8).write(to: scenario)
      try await showing(["--scenario", scenario.path]) { model in
        model.menu.refresh()
        await until(model.live) { $0["menu"]?.phase == .content && $0["menu"]?.canRefresh == true }
        model.menu.refresh()
        await until(model.live) { $0.alert != nil }
        try await body(model)
      }
    }
  }

  @Test func `an option of the client is handed to it`() async throws {
    try await showing(["--menu", "file:/proc/nonexistent/menu.json"]) { model in
      model.menu.refresh()
      await until(model.live) { $0["menu"]?.phase == .error }
      model.menu.choose(.openSettings)
      #expect(model.alert.request?.option.key == "resources.menu.source")
      model.alert.performed()
      #expect(model.alert.request == nil)
    }
  }

  @Test func `the screen in words has its buttons, and words press them`() async throws {
    try await showing(["--menu", "file:/proc/nonexistent/menu.json"]) { model in
      let refresh = try #require(Press(words: "refresh menu", on: model.live.screen))
      model.live.press(refresh)
      await until(model.live) { $0["menu"]?.phase == .error }
      let lines = ScreenText(model.live.screen).lines
      #expect(lines.contains { $0.hasPrefix("menu, error") })
      #expect(lines.contains { $0.hasPrefix("  [Cancel]  [Try Again]") })
      let failure = try #require(model.menu.screen?.failure)
      #expect(
        Press(words: "2", on: model.live.screen) == .option(.tryAgain, failureId: failure.failureId))
      #expect(Press(words: "99", on: model.live.screen) == nil)
      #expect(Press(words: "dance", on: model.live.screen) == nil)
    }
  }
}

struct ProjectionTests {
  @Test func `north is above, and a degree of longitude is as narrow as it is there`() throws {
    let places = [Coordinate(latitude: 59, longitude: 10), Coordinate(latitude: 61, longitude: 12)]
    let projection = try #require(Projection(around: places))
    let points = places.map(projection.point)
    #expect(points.map(\.y) == [1, 0])
    #expect(abs(points[1].x - points[0].x - 0.5) < 0.001)
  }

  @Test func `a single place stands in the middle, and none is no map`() throws {
    let place = Coordinate(latitude: 1, longitude: 2)
    #expect(try #require(Projection(around: [place])).point(of: place) == Projection.Point(x: 0.5, y: 0.5))
    #expect(Projection(around: []) == nil)
  }
}
