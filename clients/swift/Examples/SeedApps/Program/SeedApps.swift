#if canImport(SwiftUI)
  internal import SeedApps
  internal import StatusdScreen
  internal import SwiftUI

  /// The apps in a window.
  ///
  /// Arguments are the daemon's: `seed-apps --scenario out-of-space`.
  @main
  struct SeedAppsProgram: App {
    @State private var model: SeedModel?
    @State private var problem: String?

    var body: some Scene {
      WindowGroup("statusd") {
        Group {
          if let model {
            SeedView(model: model)
          } else {
            Text(problem ?? "Starting statusd …").padding()
          }
        }
        .task { await run() }
      }
    }

    private func run() async {
      do {
        let command = Command(arguments: Array(CommandLine.arguments.dropFirst()))
        try await withStatusd(command, options: Options(restart: RestartLimit())) { daemon in
          let model = SeedModel(daemon)
          self.model = model
          await model.live.run()
        }
      } catch {
        problem = error.localizedDescription
      }
    }
  }
#else
  internal import Foundation
  internal import SeedApps
  internal import StatusdScreen

  /// The apps on a terminal.
  ///
  /// Arguments are the daemon's; each line of input presses a button.
  @main
  @MainActor
  struct SeedAppsProgram {
    static func main() async {
      do {
        let command = Command(arguments: Array(CommandLine.arguments.dropFirst()))
        try await withStatusd(command, options: Options(restart: RestartLimit())) { daemon in
          await show(SeedModel(daemon))
        }
      } catch {
        try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
        exit(1)
      }
    }

    private static func show(_ model: SeedModel) async {
      let follow = model.live.onChange
      model.live.onChange = { screen in
        follow(screen)
        print(ScreenText(screen).lines.joined(separator: "\n"), terminator: "\n\n")
      }
      let run = Task { await model.live.run() }
      for await line in input() {
        if let button = Press(words: line, on: model.live.screen) { model.live.press(button) }
      }
      run.cancel()
      await run.value
    }

    /// Lines of standard input, read on a thread that may wait for them.
    private static func input() -> AsyncStream<String> {
      AsyncStream { lines in
        Thread.detachNewThread {
          while let line = readLine() { lines.yield(line) }
          lines.finish()
        }
      }
    }
  }
#endif
