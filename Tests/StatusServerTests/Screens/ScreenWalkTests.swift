import Engine
import EngineTestSupport
import Jansson
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// A walk at random: whatever happens, the screen that a client has put together is the screen of now.
@Suite struct ScreenWalkTests {
  init() {
    EventLoopThread.start()
  }

  private static let steps = 400

  /// What others do: a screen that is opened afresh shows the same.
  @LoopActor @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the screen that was put together is one that is opened afresh`(seed: UInt64) {
    converse { client in
      var random = SeededGenerator(seed: seed)
      let words = ["seconds", "minutes", "none"].randomElement(using: &random) ?? "seconds"
      let params = #"{"location":true,"words":"\#(words)"}"#
      let screen = client.openScreen(params)
      for step in 0..<Self.steps {
        client.actOfOthers(using: &random)
        client.hand(to: screen)
        let fresh = client.openScreen(params)
        client.call("closeScreen", #"["\#(fresh.id)"]"#, id: "92")
        _ = client.read()
        guard screen.isEqual(to: fresh) else {
          Issue.record("seed \(seed), step \(step): \(screen.text)\n\(fresh.text)")
          break
        }
      }
      client.endAttempts()
    }
  }

  /// What is pressed here: the daemon's own view of the screen is the same.
  @LoopActor @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `the screen that was put together is the daemon's`(seed: UInt64) throws {
    try converse { client in
      var random = SeededGenerator(seed: seed)
      let profile = try #require(client.session.profile.asNative)
      let screen = client.openScreen(#"{"location":true,"fetch":"missing"}"#)
      for step in 0..<Self.steps {
        if Bool.random(using: &random) {
          client.actOfOthers(using: &random)
        } else {
          client.pressAnything(on: screen, using: &random)
        }
        client.hand(to: screen)
        let live = try #require(profile.screens[screen.id])
        let opened = live.open()
        let now = HeldScreen(
          try Sent(JSONText { json in json.object { $0.member("result") { $0.text(opened) } } }))
        guard screen.isEqual(to: now) else {
          Issue.record("seed \(seed), step \(step): \(screen.text)\n\(now.text)")
          break
        }
      }
      client.endAttempts()
    }
  }
}

extension Conversation {
  fileprivate func actOfOthers(using random: inout SeededGenerator) {
    let source = Bool.random(using: &random) ? menu : state
    let name = source === menu ? "menu" : "state"
    let id = "\(Int.random(in: 1_000...1 << 50, using: &random))"
    switch Int.random(in: 0..<9, using: &random) {
    case 0: call("refresh", #"{"resource":"\#(name)"}"#, id: id)
    case 1:
      let isOn = Bool.random(using: &random)
      call("setAutoPolling", #"{"resource":"\#(name)","enabled":\#(isOn)}"#, id: id)
    case 2, 3, 4: end(source, using: &random)
    case 5: call("retry", id: id)
    case 6: call("retry", #"{"optionId":"cancel"}"#, id: id)
    case 7 where location.isRunning: location.move(to: Double(Int.random(in: 0..<90, using: &random)))
    default: clock.advance(by: .milliseconds(Int.random(in: 0..<90_000, using: &random)))
    }
    endTurn()
  }

  private func end(_ source: ScriptedSource, using random: inout SeededGenerator) {
    guard source.underWay > 0 else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: source.fail([.serverError, .offline, .unauthorized].randomElement(using: &random) ?? .offline)
    case 1: source.fail(.tooManyRequests(retryAfter: .seconds(Int.random(in: 6..<90, using: &random))))
    default:
      let number = Double(Int.random(in: 0..<3, using: &random))
      let item = MenuItem(name: "soup", category: "c", isSpicy: false, price: number)
      source.succeed(source === menu ? .menu(Menu(items: [item])) : .fleet(at: number))
    }
  }

  fileprivate func pressAnything(on screen: HeldScreen, using random: inout SeededGenerator) {
    let part = Bool.random(using: &random) ? "menu" : "state"
    let failure = screen["alert.failureId"] ?? screen["parts.\(part).failure.failureId"] ?? "f1"
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: press("refresh", #","part":"\#(part)""#, on: screen)
    case 2: press("stop", #","part":"\#(part)""#, on: screen)
    case 3: press("polling", #","part":"\#(part)""#, on: screen)
    case 4: press("dismiss", #","failureId":"\#(failure)""#, on: screen)
    case 5: press(Bool.random(using: &random) ? "startLocation" : "stopLocation", on: screen)
    default:
      let option = ["cancel", "tryAgain", "tryLater", "keepTrying", "useLastKnown"].randomElement(
        using: &random)
      press("option", .option(option ?? "cancel", of: failure), on: screen)
    }
  }

  /// Ends what is under way, so that every call has its response.
  fileprivate func endAttempts() {
    for source in [menu, state] where source.underWay > 0 { source.fail() }
    endTurn()
    _ = read()
  }
}

extension SpokenProfile {
  /// nil for another profile than the native one.
  fileprivate var asNative: NativeProfile? {
    if case .native(let profile) = self { profile } else { nil }
  }
}
