import EngineTestSupport
import Providers
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import Engine

/// Plays with an engine whose configuration changes.
///
/// - Parameter body: Is given what changes the configuration and has it read again.
@LoopActor
func withReloading(
  _ configure: (inout Configuration) -> Void = { _ in },
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (EnginePlay, _ change: ((inout Configuration) -> Void) -> Void) throws -> Void
) rethrows {
  // The configuration as its file says it now.
  let file = Box(Configuration())
  try withEngine(
    { configuration in
      configuration.resources[0].source = .file("first")
      configure(&configuration)
      configuration.reload = { () throws(ConfigurationProblems) in LoopActor.assumeIsolated { file.value } }
      file.value = configuration
    }, sourceLocation: sourceLocation
  ) { play in
    try body(play) { change in
      change(&file.value)
      play.engine.reloading.fileChanged()
      play.settle()
    }
  }
}

extension EnginePlay {
  /// Fetches a first value, with validators.
  func load() {
    fetch()
    state.end(.success(SourceResponse(.value(.fleet(at: 0)), validators: Validators(entityTag: "old"))))
    _ = changes()
  }
}
