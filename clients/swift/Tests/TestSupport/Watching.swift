internal import Observation
package import StatusdScreen

/// Waits until the screen is as `condition` says.
///
/// A screen that never is runs into the time limit of the test.
@MainActor
package func until(_ live: LiveScreen, _ condition: (Screen) -> Bool) async {
  while !condition(live.screen) {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = live.screen
      } onChange: {
        continuation.resume()
      }
    }
  }
}

/// Keeps a screen up to date for the length of `body`.
@MainActor
package func showing(_ live: LiveScreen, _ body: () async throws -> Void) async throws {
  let run = begin(live)
  defer { run.cancel() }
  try await body()
}

/// Keeps a screen up to date until its end.
@MainActor
package func begin(_ live: LiveScreen) -> Task<Void, Never> {
  Task { await live.run() }
}
