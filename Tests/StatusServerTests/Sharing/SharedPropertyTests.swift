import EngineTestSupport
import StatusCore
import TestSupport
import Testing

@testable import Reactor
@testable import StatusServer

/// What is true of all sessions of a server, whatever happens.
@Suite(.timeLimit(.minutes(10))) struct SharedPropertyTests {
  init() {
    EventLoopThread.start()
  }

  /// Turns look at the sessions alone that were marked, so one that is forgotten would wait for ever.
  @LoopActor @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `no output waits unmarked, and no end of input goes unseen`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stage = SharedStage()
    var (peers, ended): ([Peer], [Peer]) = ((0..<4).map { _ in stage.peer() }, [])
    for step in 1...150 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: peers.append(stage.peer())
      case 1 where peers.count > 1:
        let index = Int.random(in: 0..<peers.count, using: &random)
        peers[index].endInput()
        ended.append(peers.remove(at: index))
      case 2: if stage.location.isRunning { stage.location.move(to: Double(step % 80)) }
      case 3: if stage.state.underWay > 0 { stage.state.succeed(.fleet(at: Double(step % 80))) }
      case 4: if stage.state.underWay > 0 { stage.state.fail(.serverError) }
      default: Self.ask(peers.randomElement(using: &random), step, Int.random(in: 0..<6, using: &random))
      }
      await stage.settle()
      for peer in peers where peer.statuses.isEmpty {
        #expect(!peer.session.outbox.isWaiting, "seed \(seed), step \(step)")
        #expect(peer.session.statistics.backlog == 0, "seed \(seed), step \(step)")
        _ = try peer.read()
      }
    }
    for peer in peers { peer.endInput() }
    if stage.state.underWay > 0 { stage.state.succeed(.fleet(at: 1)) }
    await stage.loop.turns { (peers + ended).allSatisfy { $0.statuses.count == 1 } }
  }

  @LoopActor private static func ask(_ peer: Peer?, _ step: Int, _ what: Int) {
    let id = "\(step)"
    switch what {
    case 0: peer?.call("setAutoPolling", "[true, \(100 + step)]", id: id)
    case 1: peer?.call("setAutoPolling", "[false]", id: id)
    case 2: peer?.call("openScreen", id: id)
    case 3: peer?.call("closeScreen", #"["s1"]"#, id: id)
    case 4: peer?.call("subscribeLocation", id: id)
    default: peer?.call("refresh", id: id)
    }
  }
}
