import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Recovery options of the user's own, as clients choose them.
@Suite struct CustomOptionTests {
  init() {
    EventLoopThread.start()
  }

  private static func option(_ name: String, command: String? = nil, for kinds: Set<FailureKind>? = nil)
    -> Configuration.RecoveryOption
  {
    var option = Configuration.RecoveryOption(name: name)
    option.title = "Do \(name)"
    option.kinds = kinds
    option.command = command.map { Command(program: $0) }
    return option
  }

  /// A conversation in which `refresh` has failed with `problem`, and been read, as failure f1.
  @LoopActor private func after(
    _ problem: Problem = Problem(.notFound), _ configure: (inout Configuration) -> Void = { _ in },
    _ body: (Conversation, Sent) throws -> Void
  ) rethrows {
    try converse { configuration in
      configuration.recoveryOptions = [
        Self.option("restart", command: "restart"), Self.option("ask"),
        Self.option("wake", command: "wake", for: [.offline]),
      ]
      configure(&configuration)
    } _: { client in
      client.call("refresh", id: "0")
      client.state.fail(problem)
      try body(client, client.read().last ?? .nothing)
    }
  }

  @LoopActor private func choose(_ option: String, _ client: Conversation, id: String = "1") {
    client.call("retry", #"["f1","custom:\#(option)"]"#, id: id)
  }

  @LoopActor @Test func `a failed fetch offers them in the order of their names`() {
    after { _, response in
      #expect(
        response.all("error.data.recoveryOptions", "id") == [
          "cancel", "tryAgain", "keepTrying", "custom:ask", "custom:restart", "openSettings",
        ])
      #expect(response.all("error.data.recoveryOptions", "title")[3...4] == ["Do ask", "Do restart"])
      #expect(response.all("error.data.recoveryOptions", "performedBy")[3...4] == ["client", "server"])
      #expect(response["error.data.recoveryOptions.4.role"] == "default")
    }
  }

  @LoopActor @Test func `an option for some kinds is offered by these`() {
    after(Problem(.offline)) { _, response in
      #expect(response.all("error.data.recoveryOptions", "id").contains("custom:wake"))
    }
  }

  @LoopActor @Test func `a resource's own option wins over one for all resources`() {
    after { configuration in
      configuration.resources[0].recoveryOptions = [Self.option("restart")]
      configuration.resources[0].recoveryOptions[0].title = "Mine"
    } _: { client, response in
      #expect(response.all("error.data.recoveryOptions", "title")[4] == "Mine")
      #expect(response.all("error.data.recoveryOptions", "performedBy")[4] == "client")
      client.call("refresh", #"["menu"]"#, id: "1")
      client.menu.fail(Problem(.notFound))
      #expect(client.response().all("error.data.recoveryOptions", "title")[4] == "Do restart")
    }
  }

  @LoopActor @Test func `a request's failure offers none`() {
    after { client, _ in
      client.call("refresh", #"["menue"]"#, id: "1")
      let options = client.response().all("error.data.recoveryOptions", "id")
      #expect(options == ["cancel", "showHelp"])
    }
  }

  @LoopActor @Test func `a command that succeeds repeats the operation`() {
    after { client, _ in
      choose("restart", client)
      #expect(client.means.commands.map(\.command.command.program) == ["restart"])
      #expect(client.means.commands.first?.failure.id.rawValue == "f1")
      #expect(client.means.commands.first?.command.key == "recoveryOptions.restart")
      let shown = client.read()
      #expect(shown.last?.all("params.failure.recoveryOptions", "id") == ["cancel", "custom:restart"])
      #expect(client.state.attempts.count == 1)
      client.means.endCommand()
      #expect(client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.optionId"] == "custom:restart")
      #expect(response["result.result.status"] == "loaded")
    }
  }

  @LoopActor @Test func `a command that fails is a fresh failure in the place of the former`() {
    after { client, _ in
      choose("restart", client)
      _ = client.read()
      client.means.endCommand(with: Problem(.commandFailed, explanation: "restart ended with status 1."))
      client.endTurn()
      let sent = client.read()
      let response = sent.last ?? .nothing
      #expect(response.description == "1: commandFailed")
      #expect(response["error.data.previousFailureId"] == "f1" && client.state.attempts.count == 1)
      #expect(sent.first?["params.failure.failureId"] == response["error.data.failureId"])
      #expect(response.all("error.data.recoveryOptions", "id").contains("custom:restart"))
      choose("restart", client, id: "2")
      #expect(client.response().description == "2: alreadyRecovered")
    }
  }

  @LoopActor @Test func `a command that fails at once does not flicker`() {
    after {
      $0.minimumRequestTime = .milliseconds(300)
    } _: { client, _ in
      client.advance(by: .milliseconds(300))
      _ = client.read()
      choose("restart", client)
      client.means.endCommand(with: Problem(.commandFailed))
      client.advance(by: .milliseconds(299))
      #expect(client.read().allSatisfy { $0.isNotification })
      client.advance(by: .milliseconds(1))
      #expect(client.response().description == "1: commandFailed")
    }
  }

  @LoopActor @Test func `the same option joins, another is refused, and cancel ends the command`() {
    after { client, _ in
      choose("restart", client, id: "1")
      choose("restart", client, id: "2")
      #expect(client.means.commands.count == 1)
      _ = client.read()
      client.call("retry", #"["f1","tryAgain"]"#, id: "3")
      let refused = client.response()
      #expect(refused.description == "3: alreadyRecovered")
      #expect(refused["error.data.detail.running"] == "custom:restart")
      client.call("retry", #"["f1","cancel"]"#, id: "4")
      #expect(client.means.commands.isEmpty)
      client.endTurn()
      let responses = client.words().filter { !$0.hasPrefix("state") }
      #expect(responses.sorted() == ["1: requestCancelled", "2: requestCancelled", "4: object"])
    }
  }

  @LoopActor @Test func `a call that is cancelled ends the command, and the failure is open again`() {
    after { client, _ in
      choose("restart", client)
      client.call("$/cancelRequest", #"{"id":1}"#, id: nil)
      #expect(client.means.commands.isEmpty)
      let words = client.read()
      #expect(words.last?.all("params.failure.recoveryOptions", "id").contains("tryAgain") == true)
      choose("restart", client, id: "2")
      #expect(client.means.commands.count == 1)
      client.means.endCommand()
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `a success that comes meanwhile does not cut a command short`() {
    after { client, _ in
      choose("restart", client)
      client.call("refresh", id: "2")
      client.state.succeed(.fleet(at: 1))
      #expect(client.read().last.map { $0["id"] } == "2" && client.means.commands.count == 1)
      client.means.endCommand()
      client.state.succeed(.fleet(at: 2))
      let response = client.response()
      #expect(response["id"] == "1" && response["result.recovered"] == "true")
      #expect(response["result.result.value.central.latitude"] == "2")
    }
  }

  @LoopActor @Test func `an option without a command is the client's, and settles nothing`() {
    after { client, _ in
      choose("ask", client)
      #expect(client.response()["result.recovered"] == "false" && client.means.commands.isEmpty)
      choose("restart", client, id: "2")
      client.means.endCommand()
      client.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test(arguments: ["wake", "nonsense", ""])
  func `what is not offered is not found`(name: String) {
    after { client, _ in
      choose(name, client)
      let response = client.response()
      #expect(response.description == "1: optionNotFound")
      #expect(response["error.data.detail.expected"]?.contains("custom:restart") == true)
    }
  }

  @LoopActor @Test func `while a scenario plays no command runs, and the operation is repeated`() {
    after {
      $0.scenario = Scenario(name: "demo")
    } _: { client, response in
      #expect(response.all("error.data.recoveryOptions", "id").contains("custom:restart"))
      choose("restart", client)
      #expect(client.means.commands.isEmpty && client.state.attempts.count == 2)
      client.state.succeed(.fleet(at: 1))
      #expect(client.response()["result.recovered"] == "true")
    }
  }
}
