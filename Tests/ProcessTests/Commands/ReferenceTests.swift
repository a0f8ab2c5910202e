import Foundation
import TestSupport
import Testing

@testable import statusd

/// What the binary says of itself: the contract, completions, the man page, help.
struct ReferenceTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func file(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  // MARK: schema

  @Test(arguments: [
    ("openrpc", "openrpc.json"), ("openrpc.json", "openrpc.json"), ("failures", "failures.json"),
    ("errors", "errors.json"), ("configuration", "configuration.schema.json"),
    ("scenario.schema.json", "scenario.schema.json"),
  ])
  func `schema prints the files byte for byte`(name: String, file: String) throws {
    let run = try Run("schema", name)
    #expect(run.output == (try Self.file("schema/\(file)")) && run.status == 0)
  }

  @Test func `schema prints openrpc without a name, and a type by its name`() throws {
    #expect(try Run("schema").output == (try Self.file("schema/openrpc.json")))
    let type =
      try JSONSerialization.jsonObject(with: Data(try Run("schema", "Snapshot").output.utf8))
      as? [String: Any]
    #expect(type?["title"] as? String == "Snapshot")
  }

  @Test(arguments: [
    ("Snapsot", "did you mean Snapshot?"), ("confguration", "did you mean configuration?"),
    ("", "there are openrpc"),
  ])
  func `an unknown schema ends with status 64`(name: String, sentence: String) throws {
    let run = try Run("schema", name)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64)
  }

  // MARK: Completions

  /// What bash offers for a line that ends where the cursor is.
  private func completions(of line: String) throws -> [String] {
    let script = """
      PATH=${1%/*}:$PATH
      source <("$1" completions bash) || exit 1
      COMP_LINE=$2 COMP_POINT=${#2}
      read -ra COMP_WORDS <<< "$2"; [[ $2 == *' ' ]] && COMP_WORDS+=('')
      COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
      entry=$(complete -p statusd); entry=${entry##*-F }; function=${entry%% *}
      $function statusd "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let bash = Process()
    let pipe = Pipe()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = ["-c", script, "bash", DaemonProcess.binary, line]
    bash.standardOutput = pipe
    try bash.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    bash.waitUntilExit()
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [
    ("statusd wa", ["wait", "watch"]), ("statusd wait --pat", ["--patience"]),
    ("statusd wait --patience t", ["transient"]), ("statusd wait m", ["menu"]), ("statusd wait loc", []),
    ("statusd call --po", ["--pointer"]),
    ("statusd watch --format way", ["waybar"]),
    ("statusd call --clock m", ["manual"]), ("statusd schema fail", ["failures"]),
    ("statusd completions f", ["fish"]), ("statusd --log-level cri", ["critical"]),
    ("statusd --scenario fir", ["first-fails"]), ("statusd --state demo --clock m", ["manual"]),
    ("statusd --state demo call getH", ["getHelp", "getHistory"]), ("statusd call setA", []),
    ("statusd watch --resource temp=demo te", ["temp"]),
    ("statusd doctor menu --resource=temp=demo te", ["temp"]),
    ("statusd call refresh resource=m", ["resource=menu"]), ("statusd call fetchMenu re", []),
    // bash makes three words of one with an equals sign in it.
    ("statusd call refresh --resource temp = demo resource = te", ["temp"]),
    ("statusd call getHelp anchor = timeo", ["timeout"]), ("statusd call refresh timeout = te", []),
  ])
  func `bash completes commands, options and values`(line: String, offered: [String]) throws {
    #expect(try completions(of: line) == offered)
  }

  @Test func `bash completes the resources of the configuration`() throws {
    // One that has a mistake has names all the same.
    let file = try TemporaryFile("resources.kitchen.source = 'demo'\nlimits.batch = 0\n", named: ".toml")
    for words in ["watch --config \(file.path) kit", "doctor --config=\(file.path) kit"] {
      #expect(try completions(of: "statusd \(words)") == ["kitchen"])
    }
    #expect(try completions(of: "statusd watch --config /proc/nonexistent loc") == ["location"])
  }

  @Test(arguments: CompletionShell.allCases)
  func `completions prints the script of a shell`(shell: CompletionShell) throws {
    let run = try Run("completions", shell.rawValue)
    #expect(run.output == shell.script + "\n" && run.errors == "" && run.status == 0)
  }

  @Test func `bash takes what stands in a folder where a file is wanted`() throws {
    let file = try TemporaryFile("demo = 1\n", named: ".toml")
    let beginning = String(file.path.dropLast(4))
    #expect(try completions(of: "statusd --config \(beginning)") == [file.path])
    #expect(try completions(of: "statusd --store \(beginning)") == [])
  }

  @Test func `an unknown shell ends with status 64`() throws {
    let run = try Run("completions", "zhs")
    #expect(run.errors.contains("did you mean zsh?") && run.status == 64)
  }

  // MARK: The man page and help

  @Test func `groff formats the man page without a warning`() throws {
    let page = try TemporaryFile(try Run("manual").output)
    let groff = Process()
    let (output, errors) = (Pipe(), Pipe())
    groff.executableURL = URL(fileURLWithPath: "/usr/bin/groff")
    groff.arguments = ["-man", "-Tutf8", "-ww", "-rLL=100n", page.path]
    (groff.standardOutput, groff.standardError) = (output, errors)
    try groff.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "")
    groff.waitUntilExit()
    // Bold is a character over itself.
    let plain = text.replacing(/.\u{8}/, with: "")
    for words in ["NAME", "EXIT STATUS", "pointer", "scenario", "statusd watch"] {
      #expect(plain.contains(words), "\(words)")
    }
  }

  @Test(arguments: Statusd.commands.map { $0.name })
  func `every command has help, with examples where words are needed`(name: String) throws {
    let run = try Run(name, "--help")
    #expect(run.output.contains("OVERVIEW: ") && run.status == 0)
    #expect(run.output.contains("Examples:"))
  }

  // MARK: The terminal

  @Test func `at a terminal two lines say what serve waits for`() throws {
    let terminal = try PseudoTerminal()
    let process = try DaemonProcess([], input: .descriptor(terminal.terminal))
    #expect(try process.errors.line().contains("one message a line"))
    #expect(try process.errors.line().hasPrefix(#"{"jsonrpc":"2.0""#))
    // The end of the input.
    terminal.type("\u{4}")
    #expect(try process.wait() == 0)
  }
}
