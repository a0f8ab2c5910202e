import Foundation
import Reactor
import TestSupport
import Testing

/// Two clients that poll, fetch, fail and recover in any order, 100,000 steps of it: see ``Simulation``.
///
/// `STATUSD_MODEL_SEED=7` plays another seed, `STATUSD_MODEL_STEPS=1000000` more steps of each.
@Suite(.serialized) struct ModelTests {
  init() {
    EventLoopThread.start()
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let steps = environment["STATUSD_MODEL_STEPS"].flatMap { Int($0) } ?? 20_000
  private static let seeds: [UInt64] =
    environment["STATUSD_MODEL_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? [1, 2, 3, 4, 5]

  @LoopActor @Test(arguments: seeds)
  func `whatever happens in whatever order, the contract holds`(seed: UInt64) async {
    let simulation = Simulation(seed: seed)
    await play(simulation, Self.steps)
    report(simulation, seed)
  }

  @LoopActor @Test(arguments: seeds)
  func `however fast a button is pressed, a dead server is asked once in 0.3 s`(seed: UInt64) async {
    let simulation = Simulation(seed: seed, isImpatient: true)
    await play(simulation, Self.steps / 10)
    let most = 1 + Int(simulation.now / FlightModel.minimum)
    simulation.expect(
      (most / 2...most).contains(simulation.calledFetches),
      "\(simulation.calledFetches) fetches in \(simulation.now)")
    report(simulation, seed)
  }

  @LoopActor private func play(_ simulation: Simulation, _ steps: Int) async {
    while simulation.stepCount < steps, simulation.violation == nil {
      for _ in 0..<5 where simulation.violation == nil { simulation.step() }
      // Other tests live on this loop too.
      await LoopActor.shared.loop.nextTurn()
    }
  }

  @LoopActor private func report(_ simulation: Simulation, _ seed: UInt64) {
    simulation.drain()
    guard let violation = simulation.violation else { return }
    Issue.record("seed \(seed), \(violation)\n\(simulation.lastLines)")
  }
}
