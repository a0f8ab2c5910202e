import ArgumentParser
import Testing

@testable import statusd

/// The options that `call` reads itself, held against the library that reads all others.
struct CallOptionsTests {
  /// The options of `call` as its help lists them, and whether each takes a value.
  private static let listed = UsageWalk.options(of: CallOnce.self).filter {
    !["-h", "--help", "--version"].contains($0.key)
  }

  private static func byLibrary(_ words: [String]) throws -> CallOptions {
    try #require(try Statusd.parse(words) as? CallOnce).options
  }

  @Test(arguments: listed.keys.sorted())
  func `every option of the help is read as the library reads it`(name: String) throws {
    let forms =
      Self.listed[name] == true
      ? [[name, "value"], ["\(name)=value"], ["\(name)=-1"], [name, "first", name, "second"]] : [[name]]
    for words in forms {
      for words in [
        ["call", "m"] + words, ["call"] + words + ["m", "{}"], ["call", "m", "a=1"] + words + ["b=2", "-"],
      ] {
        #expect(try CallOptions(words) == Self.byLibrary(words), "\(words)")
      }
      #expect(CallOptions(["call", "m"] + words) != CallOptions(["call", "m"]))
    }
  }

  @Test func `there are options`() {
    #expect(Self.listed.count >= 15)
  }

  @Test(arguments: [
    ["call"], ["call", "--help"], ["call", "m", "-h"], ["call", "m", "--seed"], ["call", "m", "--seed="],
    ["call", "m", "--raw=1"], ["call", "m", "--no-such-option", "x"], ["call", "m", "--", "x"],
    ["call", "m", ""],
    ["serve", "m"], ["m"],
  ])
  func `everything else is left to the library`(words: [String]) {
    #expect(CallOptions(words) == nil)
  }

  @Test(arguments: [
    (["--menu", "demo", "call", "m"], ["call", "--menu", "demo", "m"]),
    (["--seed=1", "--stdio", "serve"], ["serve", "--seed=1", "--stdio"]),
    (["call", "serve"], ["call", "serve"]),
    (["--config", "call"], ["--config", "call"]),
    (["--hlep", "call"], ["--hlep", "call"]),
    (["-h", "call"], ["-h", "call"]),
    (["--menu", "demo", "cal", "m"], ["--menu", "demo", "cal", "m"]),
    ([], []),
  ])
  func `the name of the command may stand behind options`(words: [String], arranged: [String]) {
    #expect(CommandWords.arranged(words) == arranged)
  }

  @Test func `every subcommand has its name in the list`() {
    #expect(Statusd.commandNames == Set(Statusd.configuration.subcommands.map { $0._commandName }))
  }
}
