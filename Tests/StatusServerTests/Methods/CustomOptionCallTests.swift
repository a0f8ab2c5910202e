import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Recovery options of the user's own in the messages of a session.
@Suite struct CustomOptionCallTests {
  init() {
    EventLoopThread.start()
  }

  /// A conversation in which `refresh` has failed, and been read, as failure f1.
  @LoopActor private func afterFailure(_ body: (Conversation, Sent) throws -> Void) rethrows {
    try converse { configuration in
      var (restart, ask) = (
        Configuration.RecoveryOption(name: "restart"), Configuration.RecoveryOption(name: "ask")
      )
      (restart.title, ask.title) = ("Do restart", "Do ask")
      restart.command = Command(program: "restart")
      configuration.recoveryOptions = [restart, ask]
    } _: { client in
      client.call("refresh", id: "0")
      client.state.fail(.notFound)
      try body(client, client.read().last ?? .nothing)
    }
  }

  @LoopActor @Test func `a failed call offers them in the order of their names`() {
    afterFailure { _, response in
      #expect(
        response.all("error.data.recoveryOptions", "id") == [
          "cancel", "tryAgain", "keepTrying", "custom:ask", "custom:restart", "openSettings",
        ])
      #expect(response.all("error.data.recoveryOptions", "title")[3...4] == ["Do ask", "Do restart"])
      #expect(response.all("error.data.recoveryOptions", "performedBy")[3...4] == ["client", "server"])
      #expect(response["error.data.recoveryOptions.4.role"] == "default")
    }
  }

  @LoopActor @Test func `a call that is refused offers none`() {
    afterFailure { client, _ in
      client.call("refresh", #"["menue"]"#)
      #expect(client.response().all("error.data.recoveryOptions", "id") == ["cancel", "showHelp"])
    }
  }

  @LoopActor @Test func `one is chosen by its name behind custom:`() {
    afterFailure { client, _ in
      client.call("retry", #"["f1","custom:restart"]"#, id: "1")
      #expect(
        client.read().last?.all("params.failure.recoveryOptions", "id") == ["cancel", "custom:restart"])
      client.call("retry", #"["f1","tryAgain"]"#, id: "2")
      let refused = client.response()
      #expect(refused.description == "2: alreadyRecovered")
      #expect(refused["error.data.detail.running"] == "custom:restart")
      client.means.endCommand()
      client.state.succeed(.fleet(at: 1))
      let response = client.response()
      #expect(response["result.recovered"] == "true" && response["result.optionId"] == "custom:restart")
      #expect(response["result.result.status"] == "loaded")
    }
  }

  @LoopActor @Test(arguments: ["wake", ""]) func `what is not offered is not found`(name: String) {
    afterFailure { client, _ in
      client.call("retry", #"["f1","custom:\#(name)"]"#)
      let response = client.response()
      #expect(response.description == "1: optionNotFound")
      #expect(response["error.data.detail.expected"]?.contains("custom:restart") == true)
    }
  }
}
