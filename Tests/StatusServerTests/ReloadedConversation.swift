import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Engine
@testable import StatusServer

/// Holds a conversation during which the configuration changes.
///
/// - Parameter body: Is given what changes the configuration and has it read again.
@LoopActor
func converseReloading(
  _ configure: (inout Configuration) -> Void = { _ in },
  _ body: (Conversation, _ change: ((inout Configuration) -> Void) -> Void) throws -> Void
) rethrows {
  // The configuration as its file says it now.
  let file = Box(Configuration())
  try converse { configuration in
    configuration.resources[0].source = .file("first")
    configure(&configuration)
    configuration.reload = { () throws(ConfigurationProblems) in LoopActor.assumeIsolated { file.value } }
    file.value = configuration
  } _: { client in
    try body(client) { change in
      change(&file.value)
      client.session.engine.reloading.fileChanged()
      client.endTurn()
    }
  }
}

extension Conversation {
  /// Fetches a first value, with validators.
  func load() {
    call("refresh", id: "0")
    state.end(.success(SourceResponse(.value(.fleet(at: 0)), validators: Validators(entityTag: "old"))))
    endTurn()
    _ = read()
  }
}
