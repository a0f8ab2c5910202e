import Engine
import EngineTestSupport
import StatusCore
import TestSupport
import Testing

@testable import Reactor
@testable import StatusServer

/// What calls leave behind that have their responses.
@Suite struct SessionMemoryTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor @Test func `a thousand time-outs of an hour leave no timer behind`() {
    converse { client in
      for id in 1...1_000 {
        client.call("refresh", #"{"timeout":3600}"#, id: "\(id)")
        client.state.succeed(.fleet(at: 1))
        client.endTurn()
      }
      // Cancelled ones are dropped when they are most of the queue, and more than 64.
      #expect(client.timers.count <= 65)
      #expect(client.timers.timeToNext == nil)
    }
  }

  @LoopActor @Test func `a thousand waits that were cancelled leave no timer behind`() {
    converse { client in
      client.call("refresh", id: "0")
      for id in 1...1_000 {
        client.call("refresh", #"{"timeout":3600}"#, id: "\(id)")
        client.call("$/cancelRequest", #"{"id":\#(id)}"#, id: nil)
      }
      #expect(client.timers.count <= 130)
      client.state.succeed(.fleet(at: 1))
      client.endTurn()
      #expect(client.timers.timeToNext == nil)
    }
  }
}
