import Engine
import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

/// Recovery options of the user's own.
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

  /// Plays on from a fetch that has failed with `problem`, as failure f1.
  @LoopActor private func after(
    _ problem: Problem = Problem(.notFound), _ configure: (inout Configuration) -> Void = { _ in },
    _ body: (EnginePlay, Failure?) throws -> Void
  ) rethrows {
    try withEngine { configuration in
      configuration.recoveryOptions = [
        Self.option("restart", command: "restart"), Self.option("ask"),
        Self.option("wake", command: "wake", for: [.offline]),
      ]
      configure(&configuration)
    } _: { play in
      let fetch = play.fetch()
      play.state.fail(problem)
      _ = play.changes()
      try body(play, fetch.failure)
    }
  }

  @LoopActor @Test func `a failed fetch offers them in the order of their names`() throws {
    try after { _, failure in
      let options = try #require(failure).options
      #expect(
        options.map(\.id) == [
          .cancel, .tryAgain, .keepTrying, .custom("ask"), .custom("restart"), .openSettings,
        ])
      #expect(options.map(\.title)[3...4] == ["Do ask", "Do restart"])
      #expect(options.map(\.performedBy)[3...4] == [.client, .server])
      #expect(options[4].role == .default)
    }
  }

  @LoopActor @Test func `an option for some kinds is offered by these`() {
    after(Problem(.offline)) { _, failure in
      #expect(failure?.optionIDs.contains(.custom("wake")) == true)
    }
  }

  @LoopActor @Test func `a resource's own option wins over one for all resources`() throws {
    try after { configuration in
      configuration.resources[0].recoveryOptions = [Self.option("restart")]
      configuration.resources[0].recoveryOptions[0].title = "Mine"
    } _: { play, failure in
      let own = try #require(failure?.options)[4]
      #expect(own.title == "Mine" && own.performedBy == .client)
      let fetch = play.fetch(.menu)
      play.menu.fail(Problem(.notFound))
      #expect(try #require(fetch.failure?.options)[4].title == "Do restart")
    }
  }

  @LoopActor @Test func `a request's failure offers none`() {
    withEngine({ $0.recoveryOptions = [Self.option("restart", command: "restart")] }) { play in
      let failure = play.engine.makeFailureBook().record(Problem(.invalidParams), operation: .refresh)
      #expect(failure.optionIDs == [.cancel, .showHelp])
    }
  }

  @LoopActor @Test func `a command that succeeds repeats the operation`() {
    after { play, _ in
      let recovery = play.choose(.custom("restart"), of: "f1")
      #expect(play.means.commands.map(\.command.command.program) == ["restart"])
      #expect(play.means.commands.first?.failure.id == "f1")
      #expect(play.means.commands.first?.command.key == "recoveryOptions.restart")
      #expect(play.changes().last?.failure?.optionIDs == [.cancel, .custom("restart")])
      #expect(play.state.attempts.count == 1)
      play.means.endCommand()
      #expect(play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true && recovery.value?.option == .custom("restart"))
      #expect(recovery.snapshot?.status == .loaded)
    }
  }

  @LoopActor @Test func `a command that fails is a fresh failure in the place of the former`() {
    after { play, _ in
      let recovery = play.choose(.custom("restart"), of: "f1")
      _ = play.changes()
      play.means.endCommand(
        with: Problem(.commandFailed, explanation: .quoted("restart ended with status 1.")))
      let shown = play.changes()
      let failure = recovery.failure
      #expect(failure?.kind == .commandFailed)
      #expect(failure?.previousFailureID == "f1" && play.state.attempts.count == 1)
      #expect(failure != nil && shown.last?.failure?.id == failure?.id)
      #expect(failure?.optionIDs.contains(.custom("restart")) == true)
      #expect(play.refusal(.custom("restart"), of: "f1")?.kind == .alreadyRecovered)
    }
  }

  @LoopActor @Test func `a command that fails at once does not flicker`() {
    after {
      $0.minimumRequestTime = .milliseconds(300)
    } _: { play, _ in
      play.advance(by: .milliseconds(300))
      let recovery = play.choose(.custom("restart"), of: "f1")
      play.means.endCommand(with: Problem(.commandFailed))
      play.advance(by: .milliseconds(299))
      #expect(recovery.outcome == nil)
      play.advance(by: .milliseconds(1))
      #expect(recovery.failure?.kind == .commandFailed)
    }
  }

  @LoopActor @Test func `the same option joins, another is refused, and cancel ends the command`() {
    after { play, _ in
      let first = play.choose(.custom("restart"), of: "f1")
      let second = play.choose(.custom("restart"), of: "f1")
      #expect(play.means.commands.count == 1)
      let refusal = play.refusal(.tryAgain, of: "f1")
      #expect(refusal?.kind == .alreadyRecovered && refusal?.detail.running == .custom("restart"))
      let cancel = play.choose(.cancel, of: "f1")
      #expect(play.means.commands.isEmpty)
      #expect(first.failure?.kind == .requestCancelled && second.failure?.kind == .requestCancelled)
      #expect(cancel.isRecovered == false)
    }
  }

  @LoopActor @Test func `a call that is cancelled ends the command, and the failure is open again`() {
    after { play, _ in
      play.choose(.custom("restart"), of: "f1").cancel()
      #expect(play.means.commands.isEmpty)
      #expect(play.changes().last?.failure?.optionIDs.contains(.tryAgain) == true)
      play.choose(.custom("restart"), of: "f1")
      #expect(play.means.commands.count == 1)
      play.means.endCommand()
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test func `a success that comes meanwhile does not cut a command short`() {
    after { play, _ in
      let recovery = play.choose(.custom("restart"), of: "f1")
      let fetch = play.fetch()
      play.state.succeed(.fleet(at: 1))
      #expect(fetch.value != nil && recovery.outcome == nil && play.means.commands.count == 1)
      play.means.endCommand()
      play.state.succeed(.fleet(at: 2))
      #expect(recovery.isRecovered == true && recovery.snapshot?.value == .fleet(at: 2))
    }
  }

  @LoopActor @Test func `an option without a command is the client's, and settles nothing`() {
    after { play, _ in
      #expect(play.choose(.custom("ask"), of: "f1").isRecovered == false && play.means.commands.isEmpty)
      play.choose(.custom("restart"), of: "f1")
      play.means.endCommand()
      play.state.succeed(.fleet(at: 1))
    }
  }

  @LoopActor @Test(arguments: ["wake", "nonsense", ""])
  func `what is not offered is not found`(name: String) {
    after { play, _ in
      let refusal = play.refusal(.custom(name), of: "f1")
      #expect(refusal?.kind == .optionNotFound)
      #expect(refusal?.detail.expected?.contains("custom:restart") == true)
    }
  }

  @LoopActor @Test func `while a scenario plays no command runs, and the operation is repeated`() {
    after {
      $0.scenario = Scenario(name: "demo")
    } _: { play, failure in
      #expect(failure?.optionIDs.contains(.custom("restart")) == true)
      let recovery = play.choose(.custom("restart"), of: "f1")
      #expect(play.means.commands.isEmpty && play.state.attempts.count == 2)
      play.state.succeed(.fleet(at: 1))
      #expect(recovery.isRecovered == true)
    }
  }
}
