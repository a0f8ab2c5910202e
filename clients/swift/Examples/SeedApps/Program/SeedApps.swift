#if canImport(SwiftUI)
  internal import SeedApps
  internal import StatusdClient
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
          model = try await SeedModel(daemon)
          while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
        }
      } catch {
        problem = error.localizedDescription
      }
    }
  }
#else
  internal import Foundation
  internal import SeedApps
  internal import StatusdClient

  /// The apps on a terminal.
  ///
  /// Arguments are the daemon's; each line of input presses a button, or opens an instance: `open build branch=main`.
  @main
  @MainActor
  struct SeedAppsProgram {
    static func main() async {
      do {
        let command = Command(arguments: Array(CommandLine.arguments.dropFirst()))
        try await withStatusd(command, options: Options(restart: RestartLimit())) { daemon in
          try await show(SeedModel(daemon))
        }
      } catch {
        try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
        exit(1)
      }
    }

    private static func show(_ model: SeedModel) async throws {
      let names = model.parts.map(\.name)
      model.onChange = { write(model.screen, names) }
      write(model.screen, names)
      var front = model.screen
      for await line in input() {
        if let family = model.family(words: line) {
          front = await open(family) ?? front
        } else if let button = Press(words: line, on: front) {
          front.press(button)
        } else if let button = Press(words: line, on: model.screen) {
          model.screen.press(button)
        }
      }
    }

    private static func open(_ family: FamilyModel) async -> Screen? {
      do {
        let instance = try await family.open()
        instance.screen.onChange = { [weak instance] in
          if let instance { write(instance.screen, [instance.name]) }
        }
        write(instance.screen, [instance.name])
        return instance.screen
      } catch {
        print(error)
        return nil
      }
    }

    private static func write(_ screen: Screen, _ names: [String]) {
      print(ScreenText(screen, names).lines.joined(separator: "\n"), terminator: "\n\n")
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
