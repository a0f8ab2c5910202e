import Foundation
import StatusdTesting
import TestSupport
import Testing

@testable import posts

/// The example with the scenario that it shares with clients/web.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct PostsTests {
  private func showing(_ body: (ManualStatusd) async throws -> Void) async throws {
    let folder = Repository.root.appending(path: "clients/web/examples/posts").path
    let scenario = Scenario(stringLiteral: "\(folder)/scenario.toml")
    try await withManualStatusd(scenario, arguments: ["--config", "\(folder)/statusd.toml"], body)
  }

  @Test func `ten fetches fail, each in its own way, and the next one brings the list`() async throws {
    try await showing { statusd in
      let screen = try await statusd.client.screen(parts: ["posts": Part()], fetch: .missing)
      var titles: [String] = []
      for _ in 1...10 {
        try await statusd.advance(by: .seconds(300))
        try await statusd.expect(screen) { $0.parts["posts"]?.phase == .error }
        let lines = Posts.text(screen).split(separator: "\n").map(String.init)
        #expect(lines.first == "error")
        #expect(lines.contains("[Cancel]"))
        titles.append(lines[1])
        _ = try await screen.press(.refresh("posts")).value
      }
      #expect(Set(titles).count == 10)
      try await statusd.advance(by: .seconds(1))
      try await statusd.expect(screen) { $0.parts["posts"]?.phase == .content }
      #expect(Posts.text(screen) == "content\n1 Bread\n2 Soup")
    }
  }

  @Test func `a post is opened by its id`() async throws {
    try await showing { statusd in
      let post = Part(ResourceID("post", ["id": "1"]))
      let screen = try await statusd.client.screen(parts: ["post": post], fetch: .missing)
      try await statusd.advance(by: .seconds(1))
      try await statusd.expect(screen) { $0.parts["post"]?.phase == .content }
      #expect(Posts.text(screen) == "content\nBread\nFlour, water, salt and time.")
    }
  }
}
