internal import Foundation
internal import StatusdClient

/// Posts on a terminal: `open 2` shows one, `2` presses a button of the failure, anything else refreshes.
@main @MainActor struct Posts {
  struct Post: Decodable { let id: Int, title: String, body: String }

  static func main() async throws {
    try await withStatusd(Command(arguments: Array(CommandLine.arguments.dropFirst()))) { statusd in
      var screen = try await statusd.screen(parts: ["posts": Part()], fetch: .missing)
      while true {
        print(text(screen))
        screen.onChange = { [weak screen] in print(screen.map(text) ?? "") }
        guard let words = await line()?.split(separator: " ") else { return }
        if words.first == "open", let id = words.last {
          let post = Part(ResourceID("post", ["id": String(id)]))
          screen = try await statusd.screen(parts: ["post": post], fetch: .missing)
        } else if let box = box(screen), let index = Int(words.joined()), 1...box.buttons.count ~= index {
          screen.press(.option(box.buttons[index - 1], of: box))
        } else {
          for name in screen.parts.keys { screen.press(.refresh(name)) }
        }
      }
    }
  }
  static func box(_ screen: Screen) -> ScreenBox? { screen.alert ?? screen.parts.values.first?.failure }
  static func text(_ screen: Screen) -> String {
    var lines = screen.parts.values.map(\.phase.rawValue)
    if case .value(let value) = screen.parts.values.first?.content {
      lines += ((try? value.decoded(as: [Post].self)) ?? []).map { "\($0.id) \($0.title)" }
      if let post = try? value.decoded(as: Post.self) { lines += [post.title, post.body] }
    }
    if let box = box(screen) { lines += [box.title, box.message] + box.buttons.map { "[\($0.title)]" } }
    return lines.joined(separator: "\n")
  }
  static func line() async -> String? {
    await withCheckedContinuation { line in Thread.detachNewThread { line.resume(returning: readLine()) } }
  }
}
