import Settings
import Testing

@testable import statusd

/// How the words of a command line are read.
struct InvocationTests {
  /// What the words ask for: a command that runs, the help of one, or the version.
  private func summary(of words: [String]) throws -> String {
    switch try Invocation(words) {
    case .run(let command): "run \(type(of: command).name)"
    case .help(let command): "help \(command?.name ?? "statusd")"
    case .version: "version"
    }
  }

  @Test(arguments: [
    ([], "run serve"), (["serve"], "run serve"), (["call", "serve"], "run call"), (["--"], "run serve"),
    (["watch", "x", "a=b"], "run watch"), (["call", "--", "--help"], "run call"),
    (["--config=--help"], "run serve"),
    (["--help"], "help statusd"), (["-h"], "help statusd"), (["help"], "help statusd"),
    (["help", "watch"], "help watch"), (["call", "m", "--help"], "help call"),
    (["--help", "call"], "help call"),
    (["call", "--nonsense", "-h"], "help call"), (["--config", "x", "--help"], "help serve"),
    (["--version"], "version"), (["-V"], "version"), (["version"], "version"),
    (["call", "--version"], "version"), (["--seed", "1", "--version"], "version"),
  ])
  func `words ask for a command, its help or the version`(words: [String], summary: String) throws {
    #expect(try self.summary(of: words) == summary)
  }

  @Test(arguments: [
    (["--menu", "demo", "call", "m"], "call", ["--menu", "demo", "m"]),
    (["--seed=1", "--stdio", "serve"], "serve", ["--seed=1", "--stdio"]),
    (["--once", "watch"], "watch", ["--once"]),
    (["call", "serve"], "call", ["serve"]),
    (["--config", "call"], nil, ["--config", "call"]),
    (["--hlep", "call"], nil, ["--hlep", "call"]),
    (["-h", "call"], nil, ["-h", "call"]),
    (["--menu", "demo", "cal", "m"], nil, ["--menu", "demo", "cal", "m"]),
    ([], nil, []),
  ])
  func `the name of the command may stand behind options`(words: [String], name: String?, rest: [String]) {
    let asked = AskedCommand(words)
    #expect(asked.type.name == name ?? "serve" && asked.isNamed == (name != nil))
    #expect(Array(asked.words) == rest)
  }

  @Test(arguments: [
    ["--seed", "7"], ["--seed=7"], ["--seed", "1", "--seed", "7"], ["--clock=manual", "--seed", "7"],
    ["--seed", "x", "--seed", "7"],
  ])
  func `the last of several counts, with an equals sign or without`(words: [String]) throws {
    #expect(try Serve.read(words[...]).settings.seed == 7)
    #expect(try CallCommand.read((["m"] + words + ["a=1"])[...]).settings.seed == 7)
  }

  @Test func `an option that may be repeated has all its values`() throws {
    let words = [
      "--resource", "a=demo", "--class-when", "x:/a=1", "--resource=b=file:x", "--class-when=y:/b=2",
    ]
    let watch = try WatchCommand.read(words[...])
    #expect(watch.settings.sources.map { "\($0.name)" } == ["a", "b"])
    #expect(watch.lines.classRules == ["x:/a=1", "y:/b=2"])
  }

  @Test func `all mistakes are reported together`() {
    let words = ["--framing", "x", "--seed", "y", "--log-level", "z"]
    let lines = [
      "--seed must be a whole number between 0 and 18446744073709551615",
      "--log-level must be one of trace, debug, info, notice, warning, error, critical",
      "--framing must be one of auto, lines, headers",
    ]
    #expect(throws: CommandEnd.mistake(lines.joined(separator: "\nError: "))) { _ = try Invocation(words) }
  }

  @Test(arguments: [
    ["m"], ["--no-such-option"], ["-state", "demo"], ["-"], ["serve", "serve"], ["--stdio", "serve", "x"],
    ["--STATE", "demo"], ["--", "--stdio"], ["call"], ["help", "x"], ["completions", "bash", "zsh"],
    [String](repeating: "--stdio", count: 1_001),
  ])
  func `what does not fit is a mistake`(words: [String]) {
    #expect {
      _ = try Invocation(words)
    } throws: {
      if case CommandEnd.mistake = $0 { true } else { false }
    }
  }
}
