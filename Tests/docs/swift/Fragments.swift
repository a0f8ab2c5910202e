import StatusdClient
import Toolkit

/// What a fragment takes for granted: a daemon that polls and has a location, and ends when something was printed.
func granted(_ body: @MainActor (Statusd, (Any...) -> Void) async throws -> Void) async throws {
  try await withStatusd { daemon in
    _ = try await daemon.setAutoPolling(true, interval: 0.1)
    try await body(daemon) { words in
      Swift.print(words.map { "\($0)" }.joined(separator: " "))
      Task { await daemon.close() }
    }
  }
}

@main
@MainActor
struct Fragments {
  static func main() async throws {
    try await granted { daemon, print in
      // NOTIFICATIONS
    }
    try await granted { daemon, print in
      // POSITIONS
    }
    try await granted { daemon, print in
      // SCREEN
      _ = try await screen.press(.refresh("menu")).value
      print("the menu is", screen.parts["menu"]!.phase)
    }
  }
}

struct Front: View {
  @Bindable var screen: Screen

  var body: some View {
    Text("a view")  // ALERT
  }
}
