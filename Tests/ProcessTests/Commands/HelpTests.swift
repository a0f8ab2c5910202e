import Foundation
import Providers
import TestSupport
import Testing

@testable import statusd

/// What `--help` prints, and where mistakes point to.
struct HelpTests {
  /// The examples of a help, each as the lines that it takes.
  private func examples(of help: String) -> [[String]] {
    var examples: [[String]] = []
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: "Examples:") else { return [] }
    var isOpen = false
    for line in lines[(start + 1)...].prefix(while: { !$0.isEmpty }) {
      if isOpen { examples[examples.count - 1].append(line) } else { examples.append([line]) }
      isOpen = line.hasSuffix(" \\")
    }
    return examples
  }

  /// The words that a shell takes from lines.
  private func words(of lines: [String]) throws -> [String] {
    let script = "statusd() { printf '%s\\n' statusd \"$@\"; }\n"
    return try Shell.output("bash", ["-c", script + lines.joined(separator: "\n")])
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: Statusd.commands.map { $0.name }, [30, 40, 60, 80])
  func `no example is broken in two`(name: String, columns: Int) throws {
    let wide = examples(of: try Run([name, "--help"], environment: ["COLUMNS": "1000"]).output)
    let narrow = examples(of: try Run([name, "--help"], environment: ["COLUMNS": "\(columns)"]).output)
    #expect(wide.count == narrow.count && !wide.isEmpty && wide.allSatisfy { $0.count == 1 })
    for (whole, broken) in zip(wide, narrow) {
      #expect(broken.allSatisfy { $0.hasPrefix("  ") })
      // Each begins with the name of a program, and what has no shell syntax in it is the same words.
      guard whole[0].hasPrefix("  statusd "), !whole[0].contains(where: { "|<>".contains($0) }) else {
        continue
      }
      #expect(try words(of: whole) == words(of: broken), "\(broken)")
    }
  }

  @Test(arguments: Statusd.commands.map { $0.name }, [40, 80])
  func `no line of the help but of an example is longer than the terminal`(name: String, columns: Int) throws
  {
    let help = try Run([name, "--help"], environment: ["COLUMNS": "\(columns)"]).output
    let examples = examples(of: help).flatMap(\.self)
    for line in help.split(separator: "\n").map(String.init) where !examples.contains(line) {
      #expect(line.count <= columns)
    }
  }

  @Test func `help is as wide as its terminal`() throws {
    let terminal = try PseudoTerminal(columns: 40)
    let process = try DaemonProcess(["watch", "--help"], output: .descriptor(terminal.terminal))
    let screen = try terminal.read(through: "Show help information.")
    #expect(screen.hasPrefix("OVERVIEW: Print a line for each change\r\n"))
    #expect(try process.wait() == 0)
  }

  @Test func `the help of call lists the methods that it can make`() throws {
    let help = try Run("call", "--help").output
    #expect(help.contains("\nMETHODS:\n") && help.contains("\n  getHistory"))
    #expect(!help.contains("\n  setAutoPolling"))
  }

  @Test(arguments: SourceAddress.Scheme.allCases)
  func `the help says of every source how it is written`(scheme: SourceAddress.Scheme) throws {
    let help = try Run(["serve", "--help"], environment: ["COLUMNS": "1000"]).output
    let lines = help.split(separator: "\n")
    let state = try #require(lines.first { $0.contains("Where the state comes from") })
    let location = try #require(lines.first { $0.contains("Where the location comes from") })
    #expect(state.contains(" \(scheme.fullForm)"))
    #expect(location.contains(" \(scheme.fullForm)") == scheme.canLocate)
  }

  @Test(arguments: ["--help", "--version"])
  func `what a full disk does not take ends with status 74`(word: String) throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let process = try DaemonProcess([word], output: .descriptor(full))
    #expect(try process.errors.rest() == "statusd: writing: No space left on device\n")
    #expect(try process.wait() == 74)
  }

  @Test(arguments: [["call", "getState"], ["--help"], ["doctor"], ["watch", "--once"], ["schema"]])
  func `output that is closed ends with status 74`(words: [String]) throws {
    let process = try DaemonProcess(words, launcher: ["/bin/sh", "-c", #"exec "$0" "$@" >&-"#])
    #expect(try process.errors.rest().contains("Bad file descriptor"))
    #expect(try process.wait() == 74)
  }

  // MARK: Mistakes

  @Test(arguments: [
    (["watch", "--interval", "0"], " watch"), (["call"], " call"), (["doctor", "--timeout", "x"], " doctor"),
    (["--seed=1", "watch", "--nonsense"], " watch"), (["--framing", "x"], " serve"), (["cal"], ""),
    (["config", "x"], " config"), (["schema", "x"], " schema"), (["help", "x"], ""),
  ])
  func `a mistake points to the help of its command`(words: [String], command: String) throws {
    let run = try Run(words)
    #expect(run.errors.hasSuffix("\n  See 'statusd\(command) --help' for more information.\n"))
    #expect(run.errors.split(separator: "\n").count == 2 && run.output == "" && run.status == 64)
  }

  @Test(arguments: [
    (["help", "watsh"], "did you mean watch?"),
    (["getState"], "did you mean statusd call getState?"),
    (["fetchmenu"], "did you mean statusd call fetchMenu?"),
    (["call", "refresh", "state"], "did you mean resource=state?"),
    (["call", "refresh", "resource:menu"], "did you mean resource=menu?"),
    (["call", "getState", "tmp", "--resource", "temp=demo"], "did you mean resource=temp?"),
    (["call", "getHelp", "timeout"], "those of getHelp are anchor"),
    (["config", "get", "limits.batch"], "statusd config | grep KEY"),
    (["doctor", "mnu"], "did you mean menu?"), (["doctor", "nothing"], "there are state, menu, location"),
  ])
  func `words that people type lead to what they mean`(words: [String], sentence: String) throws {
    let run = try Run(words)
    #expect(run.errors.contains(sentence) && run.output == "" && run.status == 64)
  }

  @Test(arguments: [
    ("--jq", "did you mean --pointer?"), ("-r", "did you mean --raw?"), ("-c", "did you mean --config?"),
    ("--verbose", "did you mean --log-level debug?"), ("-o", "did you mean --format?"),
    ("--max-time", "did you mean --timeout?"), ("--every", "wait has --interval"),
    ("--until", "wait has --until"), ("-H", "resources.NAME.headers"),
    ("--insecure", "resources.NAME.caFile"),
  ])
  func `options of other programs lead to ours`(option: String, sentence: String) throws {
    let run = try Run("call", "refresh", option, "s3cret")
    #expect(run.errors.hasPrefix("Error: \(option) is no option; ") && run.errors.contains(sentence))
    #expect(!run.errors.contains("s3cret") && run.status == 64)
  }

  @Test func `a word in the place of params is not repeated`() throws {
    let run = try Run("call", "refresh", "s3cret")
    #expect(
      run.errors.contains("those of refresh are resource, timeout, arguments")
        && !run.errors.contains("s3cret"))
  }
}
