import Foundation
import StatusdClient
import TestSupport
import Testing

@testable import SeedApps

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct SeedAppsTests {
  private func showing(_ arguments: [String], _ body: (SeedModel) async throws -> Void) async throws {
    try await running(arguments) { (daemon, _) async throws in try await body(SeedModel(daemon)) }
  }

  @Test func `the fleet is fetched, joined and polled`() async throws {
    try await showing([]) { model in
      let fleet = try #require(model["state"])
      fleet.refresh()
      await until(model.screen) { $0.parts["state"]?.phase == .content }
      let courier = try #require(fleet.items.first { $0.kind == .courier && $0.packageId != nil })
      fleet.selection = courier.key
      let package = MapItem.Key(.package, try #require(courier.packageId))
      #expect(fleet.highlighted.isSuperset(of: [courier.key, package]))
      fleet.isPolling = true
      await until(model.screen) { $0.parts["state"]?.polling?.next != nil }
      #expect(fleet.isPolling)
      fleet.isPolling = false
      await until(model.screen) { $0.parts["state"]?.polling?.next == nil }
    }
  }

  @Test func `everything that is configured is shown, the demo's first`() async throws {
    try await withFolder { folder in
      try Data(#"{"b":[1,{"c":null}],"a":"x"}"#.utf8).write(to: folder.appending(path: "own.json"))
      let own = [
        "--resource", "a=file:\(folder.path)/own.json", "--resource", "b=file:\(folder.path)/{name}.json",
      ]
      try await showing(own) { model in
        #expect(model.parts.map(\.name) == ["state", "menu", "a"])
        model["a"]?.refresh()
        await until(model.screen) { $0.parts["a"]?.phase == .content }
        let lines = ScreenText(model.screen, ["a"]).lines
        #expect(lines.prefix(6) == [lines[0], "  a: x", "  b", "    0: 1", "    1", "      c: null"])
        let family = try #require(model.family(words: "open b name=own"))
        let instance = try await family.open()
        await until(instance.screen) { $0.parts["b"]?.phase == .content }
        #expect(instance.part?.arguments == ["name": "own"])
        #expect(model.family(words: "open c name=own") == nil)
      }
    }
  }

  @Test func `an instance that cannot be is refused`() async throws {
    try await showing(["--resource", "b=file:/proc/nonexistent/{name}.json"]) { model in
      let family = try #require(model.families.first)
      await #expect(throws: StatusdFailure.self) { try await family.open() }
      #expect(family.instance == nil)
    }
  }

  @Test func `the track follows the location`() async throws {
    try await showing([]) { model in
      model.track.isOn = true
      await until(model.screen) { $0.location?.phase == .content }
      model.track.follow()
      #expect(model.track.track.count == 1)
      model.track.isOn = false
      await until(model.screen) { $0.location?.phase == .stale }
      model.track.clear()
      #expect(model.track.track.isEmpty)
    }
  }

  @Test func `out of space is an alert with three buttons, and one of them makes space`() async throws {
    try await showing(["--scenario", "out-of-space"]) { model in
      model["menu"]?.refresh()
      await until(model.screen) { $0.alert != nil }
      let alert = try #require(model.screen.alert)
      #expect(alert.buttons.map(\.title) == ["Cancel", "Free Space", "Buy More Space"])
      #expect(alert.buttons.map(\.role) == [.cancel, .destructive, .default])
      model.screen.press(.option(alert.buttons[1], of: alert))
      await until(model.screen) { $0.alert == nil && $0.parts["menu"]?.spinner == false }
    }
  }

  @Test func `an option of the client is handed to it`() async throws {
    try await showing(["--menu", "file:/proc/nonexistent/menu.json"]) { model in
      model["menu"]?.refresh()
      await until(model.screen) { $0.parts["menu"]?.phase == .error }
      let failure = try #require(model.screen.parts["menu"]?.failure)
      _ = try await model.screen.press(.option(.openSettings, of: failure.failureId)).value
      #expect(model.request?.option.key == "resources.menu.source")
    }
  }

  @Test func `the screen in words has its buttons, and words press them`() async throws {
    try await showing(["--menu", "file:/proc/nonexistent/menu.json"]) { model in
      let screen = model.screen
      screen.press(try #require(Press(words: "refresh menu", on: screen)))
      await until(screen) { $0.parts["menu"]?.phase == .error }
      let lines = ScreenText(screen, ["menu"]).lines
      #expect(lines.contains { $0.hasPrefix("menu, error") })
      #expect(lines.contains { $0.hasPrefix("  [Cancel]  [Try Again]") })
      let failure = try #require(screen.parts["menu"]?.failure)
      #expect(Press(words: "2", on: screen) == .option(.tryAgain, of: failure.failureId))
      #expect(Press(words: "99", on: screen) == nil)
      #expect(Press(words: "dance", on: screen) == nil)
      #expect(Press(words: "refresh lunch", on: screen) == nil)
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
