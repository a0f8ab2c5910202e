internal import Observation
package import StatusdScreen

/// Waits until the screen is as `condition` says.
///
/// A screen that never is runs into the time limit of the test.
@MainActor
package func until(_ screen: Screen, _ condition: (Screen) -> Bool) async {
  while !condition(screen) {
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = condition(screen)
      } onChange: {
        continuation.resume()
      }
    }
  }
}
