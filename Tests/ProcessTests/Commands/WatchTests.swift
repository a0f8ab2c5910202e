import Foundation
import TestSupport
import Testing

/// `statusd watch` as status bars run it (docs/command-line.md).
struct WatchTests {
  /// Everything that some bar takes for markup.
  private static let hostile = #"{"name":"<b>&#[fg=red]%{F}\n\u001b[2J"}"#

  private func line(_ words: String...) throws -> Run {
    let file = try TemporaryFile(Self.hostile)
    return try Run(["watch", "odd", "--resource", "odd=file:\(file.path)", "--once"] + words)
  }

  @Test(arguments: [
    ("plain", #"<b>&#[fg=red]%{F}\n\u{1B}[2J"#), ("tmux", ##"<b>&##[fg=red]%{F}\n\u{1B}[2J"##),
    ("polybar", #"<b>&#[fg=red]%%{T-}{F}\n\u{1B}[2J"#),
  ])
  func `a line holds nothing that its reader would interpret`(format: String, text: String) throws {
    let run = try line("--format", format, "--text", "{value.name}")
    #expect(run.output == text + "\n" && run.status == 0)
  }

  @Test(arguments: ["a#", "#", "a##"])
  func `a text that ends in the sign of a style swallows none in tmux`(text: String) throws {
    let file = try TemporaryFile("\"\(text)\"")
    let words = ["watch", "odd", "--resource", "odd=file:\(file.path)", "--once", "--format", "tmux"]
    let doubled = text.replacing("#", with: "##")
    // An empty style ends it: between `##` and `#[…]` there must be something, or tmux takes all for text.
    #expect(try Run(words).output == doubled + "#[]\n")
    let failed = try Run(words + ["--class-when", "failed:"], environment: ["NO_COLOR": ""])
    #expect(failed.output == "#[fg=red]\(doubled)#[]#[fg=default]\n")
  }

  @Test(arguments: [
    ("waybar", "text", #"&lt;b&gt;&amp;#[fg=red]%{F}\n\u{1B}[2J"#),
    ("i3blocks", "full_text", #"<b>&#[fg=red]%{F}\n\u{1B}[2J"#),
  ])
  func `JSON of a bar has its text without markup`(format: String, member: String, text: String) throws {
    let run = try line("--format", format, "--text", "{value.name}")
    let block = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(block?[member] as? String == text)
    #expect(format == "waybar" || block?["markup"] as? String == "none")
  }

  @Test func `i3bar gets a header and an array that never ends`() throws {
    let lines = try line("--format", "i3bar").output.split(separator: "\n")
    #expect(lines[0] == #"{"version":1,"click_events":true}"# && lines[1] == "[" && lines.count == 3)
    #expect(lines[2].hasPrefix("[{") && lines[2].hasSuffix("}],"))
  }

  // MARK: Failures and colours

  @Test(arguments: [
    ("plain", "The server has a problem"),
    ("polybar", "%{F#DC322F}The server has a problem%{F-}"),
    ("tmux", "#[fg=red]The server has a problem#[fg=default]"),
  ])
  func `a failure is a text and a colour`(format: String, text: String) throws {
    let words = ["watch", "--once", "--clock", "manual", "--scenario", "always-fails", "--format", format]
    let run = try Run(words, environment: ["NO_COLOR": ""])
    #expect(run.output == text + "\n" && run.status == 75)
    let plain = try Run(words + ["--text", "{value.couriers.length}"], environment: ["NO_COLOR": "1"])
    #expect(plain.output == "The server has a problem\n")
  }

  @Test func `a failure has its class in Waybar, and its options`() throws {
    let run = try Run(
      "watch", "--once", "--clock", "manual", "--scenario", "signed-out", "--format", "waybar")
    #expect(run.output.contains(#""alt":"failed""#) && run.output.contains(#""class":"failed""#))
    #expect(run.output.contains("[Sign In, Open Settings]") && run.status == 77)
  }

  @Test func `a failure over a value stands behind the value`() throws {
    let folder = try TemporaryFolder()
    // Replaced, so that nobody reads half of it.
    try folder.save(#"{"celsius":21}"#, as: "temp.json")
    let watch = try DaemonProcess([
      "watch", "temp", "--resource", "temp=file:\(folder.path("temp.json"))", "--format", "plain",
      "--interval", "0.1",
      "--log-level", "critical",
    ])
    #expect(try watch.output.line() == "…")
    #expect(try watch.output.line() == "celsius 21")
    try folder.save("{", as: "temp.json")
    #expect(try watch.output.line() == "celsius 21 (The response cannot be read)")
    try folder.save(#"{"celsius":22}"#, as: "temp.json")
    #expect(try watch.output.line() == "celsius 22")
  }

  // MARK: Lines

  @Test func `JSON lines are snapshots`() throws {
    let watch = try DaemonProcess(["watch", "--interval", "0.1", "--seed", "1"])
    let first = try watch.output.line()
    #expect(first.contains(#""status":"loading""#) && first.contains(#""interval":0.1"#))
    #expect(try watch.output.line().hasPrefix(#"{"resource":"state","revision":2,"status":"loaded""#))
    #expect(try watch.output.line().hasPrefix(#"{"resource":"state","revision":3,"status":"loaded""#))
  }

  @Test func `a template is a format, and equal lines are printed once`() throws {
    let watch = try DaemonProcess([
      "watch", "--interval", "0.1", "--format", "{value.couriers.length} of {value.central.latitude}, {age}",
    ])
    #expect(try watch.output.line() == "…")
    #expect(try watch.output.line() == "3 of 53.55, now")
    watch.signal(SIGTERM)
    #expect(try watch.output.lineOrEnd() == nil)
    #expect(try watch.wait() == 143)
  }

  @Test func `the location has lines of its own`() throws {
    let run = try Run("watch", "location", "--once", "--format", "{coordinate.latitude} {status}")
    #expect(run.output == "53.619653 loaded\n" && run.status == 0)
    #expect(
      try Run("watch", "location", "--once").output.hasPrefix(
        #"{"revision":1,"status":"loaded","coordinate""#))
  }

  // MARK: Ends

  @Test func `watch ends with its reader`() throws {
    let watch = try DaemonProcess(["watch", "--format", "plain"])
    #expect(try watch.output.line() == "…")
    watch.output.close()
    #expect(try watch.wait() == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends watch with 128 and its number`(signal: Int32) throws {
    let watch = try DaemonProcess(["watch", "--format", "plain"])
    #expect(try watch.output.line() == "…")
    watch.signal(signal)
    #expect(try watch.wait() == 128 + signal)
  }

  @Test func `without an output there is nothing to watch`() throws {
    let watch = try DaemonProcess(["watch"], launcher: Launchers.shell("exec >&-"))
    #expect(try watch.errors.rest() == "statusd: writing: Bad file descriptor\n")
    #expect(try watch.wait() == 74)
  }

  @Test func `a full disk ends watch with status 74`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let watch = try DaemonProcess(["watch", "--once"], output: .descriptor(full))
    #expect(try watch.errors.rest().contains("No space left on device"))
    #expect(try watch.wait() == 74)
  }

  @Test func `watch ends with its parent`() throws {
    // The shell is the parent, and the test holds both ends of the pipes.
    let shell = try DaemonProcess(
      ["watch", "--format", "plain"], launcher: ["/bin/sh", "-c", #""$0" "$@" & read -r line; exit 0"#])
    #expect(try shell.output.line() == "…")
    shell.closeInput()
    #expect(try shell.wait() == 0)
    while try shell.output.lineOrEnd() != nil {}
  }

  // MARK: Clicks

  @Test(arguments: ["i3bar", "i3blocks"])
  func `a left click performs the first option of the failure`(format: String) throws {
    let watch = try DaemonProcess([
      "watch", "menu", "--scenario", "first-fails", "--interval", "86400", "--format", format, "--log-level",
      "critical",
    ])
    func text(_ words: String) throws { while !(try watch.output.line().contains(words)) {} }
    try text("The server has a problem")
    try watch.input.write(Array("[\n{\"button\":1}\n".utf8))
    try text("12 items")
  }

  @Test func `a right click switches polling`() throws {
    let watch = try DaemonProcess([
      "watch", "menu", "--format", "i3blocks", "--text", "{autoPolling.enabled}",
    ])
    #expect(try watch.output.line().contains(#""full_text":"true""#))
    try watch.input.write(Array("{\"button\":3}\n".utf8))
    #expect(try watch.output.line().contains(#""full_text":"false""#))
    // A bar that sends no more clicks still reads.
    watch.closeInput()
    watch.signal(SIGTERM)
    #expect(try watch.wait() == 143)
  }

  @Test func `whoever switches polling off sees it`() throws {
    let watch = try DaemonProcess(["watch", "menu", "--format", "i3blocks"])
    func shows(_ text: String) throws {
      while !(try watch.output.line().contains(#""full_text":"\#(text)""#)) {}
    }
    try shows("12 items")
    try watch.input.write(Array("{\"button\":3}\n".utf8))
    try shows("12 items (paused)")
    try watch.input.write(Array("{\"button\":3}\n".utf8))
    try shows("12 items")
  }

  @Test func `a click on another block is not ours`() throws {
    let watch = try DaemonProcess([
      "watch", "menu", "--format", "i3bar", "--text", "{autoPolling.enabled}",
    ])
    while !(try watch.output.line().contains(#""full_text":"true""#)) {}
    for other in [#""name":"volume""#, #""name":"statusd","instance":"state""#, #""instance":"state""#] {
      try watch.input.write(Array(",{\(other),\"button\":3}\n".utf8))
    }
    try watch.input.write(Array(",{\"name\":\"statusd\",\"instance\":\"menu\",\"button\":3}\n".utf8))
    // Each of the others would have switched polling, and so been a line.
    #expect(try watch.output.line().contains(#""full_text":"false""#))
    watch.signal(SIGTERM)
    #expect(try watch.wait() == 143)
    #expect(try watch.output.rest() == "")
  }

  // MARK: Mistakes

  @Test(arguments: [
    (["mnu"], "did you mean menu?"), (["--format", "waybr"], "did you mean waybar?"),
    (["--format", "{valu.x}"], "did you mean value?"), (["--format", "json", "--text", "{age}"], "--text"),
    (["--interval", "0"], "--interval must be between"), (["--clock", "manual"], "--once"),
    (["menu", "state"], "an argument belongs to no option; behind the name stand words ARGUMENT=VALUE"),
  ])
  func `unusable words end with status 64`(words: [String], sentence: String) throws {
    let run = try Run(["watch"] + words)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64)
  }
}
