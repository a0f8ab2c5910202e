import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Every kind of failure and every option that it offers, from the source through machine and wire and back.
///
/// A new kind or option is walked by itself: one that is offered and cannot be performed, or that nothing offers,
/// fails here. Schema, documentation and clients are walked by FailureSchemaTests, FailureDocumentTests,
/// Tests/docs and clients/python.
@Suite(.timeLimit(.minutes(10))) struct EveryFailureTests {
  init() {
    EventLoopThread.start()
  }

  /// What a resource can fail with; the location has kinds of its own, and a damaged store fails no fetch.
  private static let kindsOfFetches = FailureKind.allCases.filter { kind in
    (1_100..<1_700).contains(kind.code) && !(1_400..<1_500).contains(kind.code) && kind != .storeCorrupt
  }

  private static func problem(_ kind: FailureKind) -> Problem {
    var problem = Problem(kind)
    if [.tooManyRequests, .serviceUnavailable].contains(kind) { problem.retryAfter = .seconds(3) }
    return problem
  }

  /// A conversation in which a fetch has failed with that kind over a value, and its response.
  @LoopActor
  private func failed(_ kind: FailureKind, _ body: (Conversation, Sent) throws -> Void) rethrows {
    try converse { client in
      client.call("refresh", id: "1")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.call("refresh", id: "2")
      client.state.fail(Self.problem(kind))
      try body(client, client.response())
    }
  }

  @LoopActor @Test(arguments: kindsOfFetches)
  func `what a failure offers can be chosen, and ends`(kind: FailureKind) throws {
    var offered: [(id: String, performer: String)] = []
    failed(kind) { _, response in
      #expect(response["error.data.kind"] == kind.rawValue)
      #expect(response["error.code"] == "\(kind.code)")
      let ids = response.all("error.data.recoveryOptions", "id")
      offered = Array(zip(ids, response.all("error.data.recoveryOptions", "performedBy")))
      #expect(ids.first == "cancel" && ids.count > 1)
    }
    for option in offered {
      failed(kind) { client, response in
        let id = response["error.data.failureId"] ?? ""
        client.call("retry", #"["\#(id)","\#(option.id)"]"#, id: "3")
        client.means.networkIsBack()
        // `tryLater` waits for as long as the server asked; all others have asked the source by now.
        if client.state.underWay == 0 { client.advance(by: .seconds(3)) }
        if client.state.underWay > 0 { client.state.succeed(.fleet(at: 2)) }
        client.endTurn()
        let outcome = client.read().last { $0.id == "3" }
        let isPerformed = option.performer == "server" && option.id != "cancel"
        #expect(
          outcome?["result.recovered"] == "\(isPerformed)", "\(kind) \(option.id): \(outcome?.text as Any)")
      }
    }
  }

  @LoopActor @Test(arguments: FailureKind.allCases.filter { (1_400..<1_500).contains($0.code) })
  func `what a failure of the location offers can be chosen, and ends`(kind: FailureKind) throws {
    var offered: [String] = []
    func failed(_ body: (Conversation, Sent) throws -> Void) rethrows {
      try converse { client in
        client.call("subscribeLocation", id: "1")
        client.location.fail(kind)
        client.endTurn()
        try body(client, client.read().last ?? .nothing)
      }
    }
    failed { _, notification in
      offered = notification.all("params.location.failure.recoveryOptions", "id")
      #expect(offered.first == "cancel" && offered.count > 1)
    }
    for option in offered {
      failed { client, notification in
        let id = notification["params.location.failure.failureId"] ?? ""
        client.call("retry", #"["\#(id)","\#(option)"]"#, id: "3")
        if option == "tryAgain" { client.location.move(to: 1) }
        client.endTurn()
        let outcome = client.read().last { $0.id == "3" }
        let isPerformed = !["cancel", "openSettings", "showHelp"].contains(option)
        #expect(
          outcome?["result.recovered"] == "\(isPerformed)", "\(kind) \(option): \(outcome?.text as Any)")
      }
    }
  }

  @LoopActor @Test func `every option is offered by some kind`() {
    var offered: Set<RecoveryOptionID> = []
    for kind in FailureKind.allCases {
      offered.formUnion(FailureCatalogue[kind].options)
    }
    #expect(Set(RecoveryOptionID.builtIn).subtracting(offered) == [.cancel])
  }
}
