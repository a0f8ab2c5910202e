import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// How old a value may be, and how a server is asked whether it has another.
@Suite struct FreshnessTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private func staleAfterMinute(_ body: (Conversation) throws -> Void) rethrows {
    try converse({ $0.resources[0].policy.staleAfter = .seconds(60) }) { client in
      client.call("refresh", id: "0")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      try body(client)
    }
  }

  // MARK: isStale

  @LoopActor @Test func `a value that becomes stale is reported without a call`() {
    staleAfterMinute { client in
      client.advance(by: .milliseconds(59_999))
      #expect(client.read().isEmpty)
      client.advance(by: .milliseconds(1))
      let reported = client.read()
      #expect(
        reported.map(\.description) == ["state loaded 3"] && reported.first?["params.isStale"] == "true")
      client.advance(by: .seconds(86_400))
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test(arguments: [SourceResponse.notModified, .value(.fleet(at: 1))])
  func `a fetch that confirms it makes it young again`(reply: SourceResponse) {
    staleAfterMinute { client in
      client.advance(by: .seconds(60))
      client.call("refresh", id: "1")
      client.state.end(.success(reply))
      #expect(client.read().last?["result.isStale"] == "false")
      client.advance(by: .seconds(60))
      #expect(client.read().last?["params.isStale"] == "true")
    }
  }

  @LoopActor @Test func `a value that a failure has made stale is not reported again`() {
    staleAfterMinute { client in
      client.call("refresh", id: "1")
      client.state.fail()
      #expect(client.read().last { $0.isNotification }?["params.isStale"] == "true")
      client.advance(by: .seconds(600))
      #expect(client.read().isEmpty)
    }
  }

  @LoopActor @Test func `without staleAfter nothing grows old`() {
    converse { client in
      client.call("refresh")
      client.state.succeed(.fleet(at: 1))
      _ = client.read()
      client.advance(by: .seconds(86_400))
      #expect(client.read().isEmpty)
    }
  }

  // MARK: Validators

  private static let first = Validators(entityTag: #""1""#, lastModified: "then")

  @LoopActor private func validators(_ client: Conversation, after reply: SourceResponse, id: Int)
    -> Validators?
  {
    client.call("refresh", id: "\(id)")
    client.state.end(.success(reply))
    client.call("refresh", id: "\(id + 1)")
    defer { client.state.end(.success(.notModified)) }
    return client.state.attempts.last?.request.validators
  }

  @LoopActor @Test func `the first request is not conditional, later ones carry what the last value had`() {
    converse { client in
      let reply = SourceResponse(.value(.fleet(at: 1)), validators: Self.first)
      #expect(validators(client, after: reply, id: 1) == Self.first)
      #expect(client.state.attempts[0].request.validators == nil)
    }
  }

  @LoopActor @Test func `those of a newer value, or of a confirmation, take their place`() {
    converse { client in
      _ = validators(client, after: SourceResponse(.value(.fleet(at: 1)), validators: Self.first), id: 1)
      let second = Validators(entityTag: #""2""#)
      #expect(
        validators(client, after: SourceResponse(.value(.fleet(at: 2)), validators: second), id: 3) == second)
      let third = Validators(entityTag: #""3""#)
      #expect(validators(client, after: SourceResponse(.notModified, validators: third), id: 5) == third)
      // A confirmation that says nothing of them changes nothing.
      #expect(validators(client, after: .notModified, id: 7) == third)
      // An equal value does.
      let fourth = Validators(entityTag: #""4""#)
      #expect(
        validators(client, after: SourceResponse(.value(.fleet(at: 2)), validators: fourth), id: 9) == fourth)
      #expect(validators(client, after: .value(.fleet(at: 2)), id: 11) == nil)
    }
  }

  @LoopActor @Test func `an error does not clear them`() {
    converse { client in
      _ = validators(client, after: SourceResponse(.value(.fleet(at: 1)), validators: Self.first), id: 1)
      client.call("refresh", id: "3")
      client.state.fail()
      client.call("refresh", id: "4")
      // Nor does what could not be understood, and its own are not those of any value.
      client.state.end(
        .success(SourceResponse(.body(Array("<".utf8)), validators: Validators(entityTag: #""9""#))))
      client.call("refresh", id: "5")
      #expect(client.state.attempts.last?.request.validators == Self.first)
      client.state.succeed(.fleet(at: 1))
    }
  }
}
