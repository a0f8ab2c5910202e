import Foundation
import TestSupport
import Testing

/// A red build is red in a bar: classes by rules and templates, and what each bar makes of them.
struct WatchClassTests {
  private static let failure =
    #"{"run":{"conclusion":"failure","status":"in progress","minutes":12.5},"log":"x < y"}"#
  private static let rules = ["--class-when", "failed:/run/conclusion=failure"]

  private func run(
    _ form: String, _ words: [String], value: String = Self.failure,
    environment: [String: String] = ["NO_COLOR": ""]
  ) throws -> Run {
    let file = try TemporaryFile(value)
    let command = ["watch", "ci", "--resource", "ci=file:\(file.path)", "--once", "--log-level", "critical"]
    return try Run(command + ["--format", form] + words, environment: environment)
  }

  private func json(_ run: Run) throws -> [String: Any] {
    let last = try #require(run.output.split(separator: "\n").last)
    let text = last.hasPrefix("[{") ? String(last.dropLast().dropFirst().dropLast()) : String(last)
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  @Test(arguments: [
    (["failed:/run/conclusion=failure"], "failed"), (["ok:/run", "failed:/run/conclusion=failure"], "ok"),
    (["failed:/run/conclusion=cancelled", "slow:/run/minutes>=12.5"], "slow"),
    (["failed:/run/conclusion!=failure"], "ok"), (["failed:!/run/conclusion"], "ok"),
    (["ended:/run/conclusion"], "ended"),
    (["quick:/run/minutes<=12"], "ok"),
  ])
  func `the first rule that holds gives the class`(rules: [String], name: String) throws {
    let line = try json(run("waybar", rules.flatMap { ["--class-when", $0] }))
    #expect(line["class"] as? String == name && line["alt"] as? String == name)
  }

  @Test func `a template gives the class where no rule holds`() throws {
    let template = ["--class", "{value.run.status}"]
    #expect(try json(run("waybar", template))["class"] as? String == "in-progress")
    #expect(try json(run("waybar", template + Self.rules))["class"] as? String == "failed")
    let missing = try run("waybar", ["--class", "{value.gone}"])
    #expect(try json(missing)["class"] as? String == "ok" && missing.status == 1)
  }

  @Test func `the tooltip of Waybar says why`() throws {
    #expect(
      try json(run("waybar", Self.rules))["tooltip"] as? String == "ci: failed (/run/conclusion=failure)")
    let escaped = try json(run("waybar", ["--class-when", "a:/log=x < y"]))
    #expect(escaped["tooltip"] as? String == "ci: a (/log=x &lt; y)")
  }

  @Test func `i3bar and i3blocks get a colour and an urgent block`() throws {
    for form in ["i3bar", "i3blocks"] {
      let block = try json(run(form, Self.rules))
      #expect(block["color"] as? String == "#DC322F" && block["urgent"] as? Bool == true)
      let warning = try json(run(form, ["--class-when", "warning:/run"]))
      #expect(warning["color"] as? String == "#B58900" && warning["urgent"] == nil)
      #expect(warning["_class"] as? String == "warning")
      let own = try json(run(form, ["--class-when", "night:/run"]))
      #expect(own["color"] == nil && own["urgent"] == nil && own["_class"] as? String == "night")
    }
    #expect(try json(run("i3blocks", Self.rules, environment: ["NO_COLOR": "1"]))["color"] == nil)
  }

  @Test func `a block that i3blocks runs again and again is urgent by its status`() throws {
    #expect(try run("i3blocks", Self.rules).status == 33)
    #expect(try run("i3blocks", ["--class-when", "warning:/run"]).status == 0)
    // A failure has a text of its own, which another status would replace.
    #expect(try run("i3blocks", [], value: "{").status == 33)
    #expect(try run("i3bar", [], value: "{").status == 65)
  }

  @Test(arguments: [
    ("polybar", "%{F#DC322F}failure%{F-}\n"), ("tmux", "#[fg=red]failure#[fg=default]\n"),
  ])
  func `polybar and tmux get a colour`(form: String, line: String) throws {
    #expect(try run(form, Self.rules + ["--text", "{value.run.conclusion}"]).output == line)
  }

  @Test func `the configuration gives text and rules, and an option wins`() throws {
    let file = try TemporaryFile(Self.failure)
    let configuration = try TemporaryFile(
      """
      resources.ci.source = "file:\(file.path)"
      [watch.ci]
      text = "{value.run.minutes} min"
      classWhen = ["failed:/run/conclusion=failure"]
      """, named: ".toml")
    func line(_ words: String...) throws -> String {
      let command = ["watch", "ci", "--config", configuration.path, "--once", "--format"]
      return try Run(command + words, environment: ["NO_COLOR": ""]).output
    }
    #expect(try line("tmux") == "#[fg=red]12.5 min#[fg=default]\n")
    #expect(try line("tmux", "--class-when", "ok:/run", "--text", "x") == "x\n")
    #expect(try line("plain") == "12.5 min\n")
    #expect(try line("{value.run.status}") == "in progress\n")
    #expect(try line("json").hasPrefix(#"{"resource":"ci""#))
  }

  // MARK: Failures and old values

  @Test(arguments: [
    ("tmux", "#[fg=red]5 (The response cannot be read)#[fg=default]"),
    ("polybar", "%{F#DC322F}5 (The response cannot be read)%{F-}"),
    ("i3blocks", #""full_text":"5 (The response cannot be read)""#),
    ("waybar", #""text":"5","alt":"failed""#),
    ("{value}", "5"),
  ])
  func `a bar without a tooltip shows why the fetch has failed`(form: String, shown: String) throws {
    let folder = try TemporaryFolder()
    try folder.save("5", as: "n.json")
    let text = form.contains("{") ? [] : ["--text", "{value}", "--class-when", "night:"]
    let command = [
      "watch", "n", "--resource", "n=file:\(folder.path("n.json"))", "--interval", "0.1", "--log-level",
      "critical",
    ]
    let watch = try DaemonProcess(command + ["--format", form] + text, environment: ["NO_COLOR": ""])
    while !(try watch.output.line().contains("5")) {}
    try folder.save("{", as: "n.json")
    guard form != "{value}" else {
      // The line stays as it is, and the next value is the next line.
      try folder.save("6", as: "n.json")
      #expect(try watch.output.line() == "6")
      return
    }
    #expect(try watch.output.line().contains(shown))
  }

  @Test func `a template that shows the failure shows it once`() throws {
    let words = ["watch", "--once", "--clock", "manual", "--scenario", "always-fails", "--format", "tmux"]
    let run = try Run(words + ["--text", "! {failure.title}"], environment: ["NO_COLOR": "1"])
    #expect(run.output == "! The server has a problem\n")
  }

  @Test func `a stale value is stale, unless it says that something has failed`() throws {
    let file = try TemporaryFile(Self.failure)
    let configuration = try TemporaryFile(
      "[resources.ci]\nsource = 'file:\(file.path)'\nstaleAfter = 0.2\nautoPolling.interval = 86400",
      named: ".toml")
    func classes(_ rule: String) throws -> [String] {
      let watch = try DaemonProcess([
        "watch", "ci", "--config", configuration.path, "--format", "waybar", "--class-when", rule, "--text",
        "{isStale}", "--log-level", "critical",
      ])
      var found: [String] = []
      while found.last?.hasPrefix("true") != true {
        let line = try JSONSerialization.jsonObject(with: Data(watch.output.line().utf8)) as? [String: Any]
        let (text, name) = (line?["text"] as? String ?? "", line?["class"] as? String ?? "")
        found.append("\(text) \(name)")
      }
      return found.suffix(2)
    }
    #expect(try classes("night:/run") == ["false night", "true stale"])
    #expect(try classes("x:/gone=1") == ["false ok", "true stale"])
    #expect(try classes("failed:/run") == ["false failed", "true failed"])
  }

  // MARK: Mistakes

  @Test(arguments: [
    (["--format", "waybar", "--class-when", "failed"], "--class-when needs CLASS:CONDITION"),
    (["--format", "waybar", "--class-when", "failed:conclusion=x"], "--class-when needs a JSON Pointer"),
    (
      ["--format", "waybar", "--class", "{value[0]}"],
      "--class has a place with [; elements have their number"
    ),
    (
      ["--format", "json", "--class-when", "failed:/x"], "are for the formats of bars, and json has no class"
    ),
    (["--format", "plain", "--class", "x"], "are for the formats of bars, and plain has no class"),
  ])
  func `unusable words end with status 64`(words: [String], sentence: String) throws {
    let run = try Run(["watch"] + words)
    #expect(run.output == "" && run.errors.contains(sentence) && run.status == 64, "\(run.errors)")
  }
}
