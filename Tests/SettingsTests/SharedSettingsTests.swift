import Engine
import Providers
import Settings
import TestSupport
import Testing

/// A configuration as a daemon has it that many share.
struct SharedSettingsTests {
  private func settings(
    _ toml: String, _ variables: [String: String] = [:], in folder: String = "/work"
  ) throws -> SharedSettings {
    let file = try TemporaryFile(toml, named: ".toml")
    defer { withExtendedLifetime(file) {} }
    return try settings(of: file, variables, in: folder)
  }

  private func settings(
    of file: TemporaryFile, _ variables: [String: String], in folder: String
  ) throws -> SharedSettings {
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let (settings, problems) = SettingsReader.judgeShared(
      commandLine, environment: Environment(variables), in: folder)
    try #require(problems.isEmpty, "\(problems.lines)")
    return settings
  }

  @Test func `every relative path begins at the client's folder`() throws {
    let configuration = try settings(
      """
      [resources.a]
      source = "file:a.json"
      [resources.b]
      source = "file:{name}/b.json"
      [resources.c]
      source = "https://h/"
      caFile = "ca.pem"
      certificate = "/abs/client.pem"
      key = "client.key"
      headers = { A = "Bearer ${file:token}" }
      [location]
      source = "gpx:track.gpx?loop=1"
      [store]
      path = "kept"
      [metrics]
      path = "m.prom"
      """
    ).configuration
    let paths = configuration.resources.dropFirst(2)
    #expect(
      paths.map(\.source.wholeFields).prefix(2) == [
        ["file", "/work/a.json"], ["file template", "/work/{name}/b.json"],
      ])
    let secure = try #require(paths.last)
    #expect(
      secure.caFile == "/work/ca.pem" && secure.certificate == "/abs/client.pem"
        && secure.key == "/work/client.key")
    #expect(secure.fileHeaders.first?.identityFields == ["A", "Bearer ", "file:/work/token"])
    #expect(configuration.location.source.wholeFields == ["gpx", "/work/track.gpx", "1.0", "true"])
    #expect(configuration.store.path == "/work/kept" && configuration.metrics.path == "/work/m.prom")
    #expect(configuration.watchedFiles.contains("/work/token"))
  }

  @Test func `a daemon reads its configuration again as it has read it first`() throws {
    let file = try TemporaryFile("[resources.a]\nsource = \"file:${NAME}.json\"\n", named: ".toml")
    let shared = try settings(of: file, ["NAME": "x"], in: "/work")
    guard let reload = shared.configuration.reload else { throw DaemonError("nothing reads it again") }
    let again = try reload()
    #expect(again.resources.last?.source.wholeFields == ["file", "/work/x.json"])
    withExtendedLifetime(file) {}
  }

  @Test func `the variables are those that the configuration names`() throws {
    let toml = """
      [resources.a]
      source = "https://h/${B}?x=${A}"
      headers = { X = "${C}", Y = "$${D}" }
      [resources.e]
      source = "command:sh -c 'echo ${E}'"
      """
    #expect(
      try settings(toml, ["A": "1", "B": "2", "C": "3", "D": "4", "E": "5", "HOME": "/"]).variables == [
        "A", "B", "C",
      ])
  }

  @Test(arguments: [
    ("[resources.a]\nsource = \"command:date\"", true, false),
    ("[resources.a]\nsource = \"stream:date {x}\"", true, false),
    ("[recoveryOptions.a]\ntitle = \"A\"\ncommand = \"date\"", true, false),
    ("[location]\nsource = \"command:date\"", true, false),
    ("[resources.a]\nsource = \"https://h/{x}\"", false, true),
    ("[location]\nsource = \"http://h/\"", false, true),
    ("[resources.a]\nsource = \"events+https://h/\"", false, true),
    ("[resources.a]\nsource = \"file:/a\"", false, false),
  ])
  func `what is run and what is asked over HTTP is seen`(toml: String, runs: Bool, asks: Bool) throws {
    let settings = try settings(toml)
    #expect(settings.runsProgram == runs && settings.usesHTTP == asks)
  }

  @Test(arguments: [
    "resources.menu.recoveryOptions.a = { title = \"A\" }", "resources.a = { source = \"demo\" }",
    "resources.a = { source = \"demo\", shape = \"fleet\" }", "resources.state.headers = { A = \"c\" }",
    "resources.state.headers = { B = \"b\" }", "resources.state.statuses = { 404 = \"ok\" }",
  ])
  func `whatever is configured makes other entries`(toml: String) throws {
    #expect(try settings(toml).entries != settings("").entries)
    #expect(try settings(toml).entries == settings(toml).entries)
  }

  @Test(arguments: TableRow.all) func `each key makes other entries with each value`(row: TableRow) throws {
    let found = try (row.others + [nil]).map { try settings(row.toml(holding: $0)).entries }
    for (index, entries) in found.enumerated() {
      for other in found[(index + 1)...] { #expect(entries != other) }
    }
    guard let standard = row.writtenStandard else { return }
    #expect(try settings(row.toml(holding: standard)).entries == found.last)
  }

  @Test func `what is not said is no entry`() throws {
    let keys = { try self.settings($0).entries.map(\.key) }
    #expect(try keys("") == ["resources.state.source", "resources.menu.source"])
    #expect(
      try keys("limits.batch = 7\nlimits.depth = 128\nresources.a = { source = \"demo\", timeout = 3 }") == [
        "limits.batch", "resources.state.source", "resources.menu.source", "resources.a.source",
        "resources.a.timeout",
      ])
  }

  @Test func `the order in which it is said is none of the entries`() throws {
    let (a, b) = ("resources.a.source = \"http://${A}/\"", "resources.b.source = \"http://${B}/\"")
    let (depth, batch) = ("limits.depth = 9", "limits.batch = 7")
    let first = try settings([a, b, depth, batch].joined(separator: "\n")).entries
    #expect(try settings([batch, depth, b, a].joined(separator: "\n")).entries == first)
  }

  @Test(arguments: [
    "source = \"http://${A}/\"", "source = \"demo${A}\"", "source = \"demo\"\ncaFile = \"/${A}\"",
    "source = \"http://h/\"\nheaders = { X = \"a ${A}\" }", "source = \"file:/${A}/{x}\"",
    "source = \"demo\"\nrecoveryOptions.r.title = \"${A}\"",
  ])
  func `a variable that is not set is none that has another name`(lines: String) throws {
    let toml = "[resources.x]\n\(lines)"
    let entries = try settings(toml).entries
    #expect(try settings(toml.replacing("{A}", with: "{B}")).entries != entries)
    // What stands for it.
    let standIn = lines.contains("demo${A}") ? "" : "1"
    #expect(try settings(toml.replacing("${A}", with: standIn)).entries != entries)
    #expect(try settings(toml).entries == entries)
  }

  @Test func `the words around a variable that is not set count, and are not shown`() throws {
    let toml = "resources.x.source = \"http://h/\"\nresources.x.headers = { X = \"secret ${A}\" }"
    let entries = try settings(toml).entries
    #expect(try settings(toml.replacing("secret", with: "other")).entries != entries)
    let secret = entries.filter { $0.fields.joined().contains("secret") }
    #expect(secret.map(\.isPublic) == [false])
    #expect(entries.contains { $0.isPublic && $0.fields.joined().contains("needs the variable A") })
  }

  @Test func `what may be a secret is not public`() throws {
    let entries = try settings(
      """
      [resources.a]
      source = "https://me:secret@h/"
      headers = { A = "secret", B = "${file:/secret}" }
      [resources.b]
      source = "command:curl secret"
      [recoveryOptions.a]
      title = "A"
      command = "login secret"
      [limits]
      batch = 7
      """
    ).entries
    let secret = entries.filter { $0.fields.joined().contains("secret") }
    #expect(secret.count == 5 && secret.allSatisfy { !$0.isPublic })
    #expect(entries.filter { $0.key == "limits.batch" }.map(\.isPublic) == [true])
  }
}
