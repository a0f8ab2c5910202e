import ArgumentParser
import Testing

@testable import statusd

/// The options that the daemon reads itself, held against the library that reads all others.
struct ServeOptionsTests {
  /// The options of `serve` as its help lists them, and whether each takes a value.
  private static let listed = UsageWalk.options(of: Serve.self).filter {
    !["-h", "--help", "-V", "--version"].contains($0.key)
  }

  private static func byLibrary(_ words: [String]) throws -> ServeOptions {
    try #require(try Statusd.parse(words) as? Serve).options
  }

  @Test(arguments: listed.keys.sorted())
  func `every option of the help is read as the library reads it`(name: String) throws {
    let forms =
      Self.listed[name] == true
      ? [[name, "value"], ["\(name)=value"], ["\(name)=-1"], [name, "first", name, "second"]] : [[name]]
    for words in forms + forms.map({ ["serve"] + $0 }) {
      #expect(try ServeOptions(words) == Self.byLibrary(words), "\(words)")
    }
    let isValued = Self.listed[name] == true
    #expect((ServeOptions(forms[0]) != ServeOptions([])) == isValued)
  }

  @Test func `all options may stand together`() throws {
    let words = Self.listed.sorted { $0.key < $1.key }.flatMap { $1 ? [$0, "value of \($0)"] : [$0] }
    #expect(words.count > 20)
    #expect(try ServeOptions(words) == Self.byLibrary(words))
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["--version"], ["-V"], ["version"], ["call", "refresh"], ["--no-such-option"],
    ["--seed"], ["--seed="], ["--seed", "-1"], ["--seed", ""], ["--stdio=1"], ["--stdio="],
    ["-state", "demo"],
    ["--", "--stdio"], ["-"], ["demo"], ["serve", "serve"], ["--stdio", "serve"], ["--STATE", "demo"],
    [String](repeating: "--stdio", count: 1_001),
  ])
  func `everything else is left to the library`(words: [String]) {
    #expect(ServeOptions(words) == nil)
  }
}
