import Engine
import Settings
import TestSupport
import Testing

@testable import statusd

/// Who meets in one daemon, and who does not.
struct SharedIdentityTests {
  private static let variables = ["HOME": "/home/me", "USER": "me", "PATH": "/usr/bin", "DISPLAY": ":1"]

  private func daemon(
    _ words: [String] = [], _ variables: [String: String] = variables, in folder: String = "/work"
  ) throws -> (identity: SharedIdentity, environment: DaemonEnvironment) {
    let command = try ConnectCommand.read(words[...])
    let environment = Environment(variables)
    let (settings, problems) = SettingsReader.judgeShared(
      command.settings, environment: environment, in: folder)
    try #require(problems.isEmpty, "\(problems.lines)")
    let daemon = DaemonEnvironment(for: settings, from: environment)
    return (SharedIdentity(of: settings, daemon, in: folder), daemon)
  }

  private func key(
    _ words: [String] = [], _ variables: [String: String] = variables, in folder: String = "/work"
  ) throws -> String {
    try daemon(words, variables, in: folder).identity.key
  }

  @Test func `a key has sixteen digits, and the same ones each time`() throws {
    #expect(try key().wholeMatch(of: /[0-9a-f]{16}/) != nil)
    #expect(try key() == key())
    // SHA-256 of "abc" and of a byte that no text has.
    #expect(SharedIdentity.digest(of: ["abc"]) == "8e3b08dc1236880b")
  }

  @Test func `no part and no field can be taken for another`() {
    let key = { SharedIdentity(parts: $0).key }
    #expect(
      key([WholeEntry("a", ["b", "", "c"])]) != key([WholeEntry("a", ["b"]), WholeEntry("c", [])]))
    #expect(key([WholeEntry("a", ["b", "c"])]) != key([WholeEntry("a", ["bc"])]))
    #expect(key([WholeEntry("a", [""])]) != key([WholeEntry("a", [])]))
  }

  @Test func `variables of other names that are not set do not meet`() throws {
    let files = try ["HERE", "THERE", "HERE"].map { (name) throws in
      try TemporaryFile("[resources.state]\nsource = \"http://${\(name)}/\"\n")
    }
    let keys = try files.map { try key(["--config=\($0.path)"]) }
    #expect(keys[0] != keys[1] && keys[0] == keys[2])
    withExtendedLifetime(files) {}
  }

  @Test(arguments: [
    ["--state=demo"], ["--resource=a=file:/b"], ["--seed=1"], ["--scenario=offline"], ["--location=gpsd://h"],
    ["--store=/s"], ["--resource=a=http://h/"], ["--resource=a=http://me:secret@h/"], ["--metrics=/m.prom"],
    ["--resource=a=command:date"], ["--resource=a=command:date {x}"], ["--resource=a=stream:date"],
    ["--resource=a=events+http://h/"], ["--resource=b=http://h/"], ["--resource=a=file:/b/{x}"],
  ])
  func `whatever is configured makes another key`(words: [String]) throws {
    let others = [[], ["--resource=a=http://you:secret@h/"], ["--seed=2"], ["--scenario=first-fails"]]
    // What is configured as it is by default changes nothing.
    for other in others where words != ["--state=demo"] { #expect(try key(words) != key(other)) }
    #expect(try key(words) == key(words))
    if words == ["--state=demo"] { #expect(try key(words) == key()) }
  }

  @Test func `a variable, a file and an option that say the same meet`() throws {
    let file = try TemporaryFile("[resources.state]\nsource = \"http://h/${NAME}\"\n")
    let named = Self.variables.merging(["NAME": "x"]) { $1 }
    #expect(try key(["--config=\(file.path)"], named) == key(["--config=\(file.path)"], named))
    #expect(
      try key(["--config=\(file.path)"], named)
        != key(["--config=\(file.path)"], named.merging(["NAME": "y"]) { $1 }))
    let set = Self.variables.merging(["STATUSD_STATE": "http://h/"]) { $1 }
    #expect(try key([], set) == key(["--state=http://h/"]))
  }

  @Test func `a relative path is the file that it leads to from here`() throws {
    #expect(try key(["--state=file:a"], in: "/x") == key(["--state=file:/x/a"], in: "/y"))
    #expect(try key(["--state=file:a"], in: "/x") != key(["--state=file:a"], in: "/y"))
    #expect(try key(["--store=a"], in: "/x") == key(["--store=/x/a"], in: "/"))
    #expect(try key(["--location=gpx:a?rate=2"], in: "/x") == key(["--location=gpx:/x/a?rate=2"], in: "/"))
    #expect(try key(["--resource=r=file:{p}/a"], in: "/x") == key(["--resource=r=file:/x/{p}/a"], in: "/"))
  }

  // MARK: The environment

  @Test func `the daemon has little of the environment, and only that counts`() throws {
    let (_, environment) = try daemon()
    #expect(environment.entries == ["HOME=/home/me", "USER=me", "LANG=C.UTF-8"])
    #expect(try key() == key([], Self.variables.merging(["DISPLAY": ":2", "PATH": "/bin"]) { $1 }))
    #expect(try key() != key([], Self.variables.merging(["HOME": "/home/you"]) { $1 }))
  }

  @Test func `a program has PATH, and the folder counts`() throws {
    let words = ["--resource=a=command:date"]
    #expect(try daemon(words).environment.entries.contains("PATH=/usr/bin"))
    #expect(try key(words, in: "/x") != key(words, in: "/y"))
    #expect(try key(["--resource=a=file:/b"], in: "/x") == key(["--resource=a=file:/b"], in: "/y"))
  }

  @Test func `HTTP has its proxies and certificates, which are not shown`() throws {
    let proxied = Self.variables.merging(["https_proxy": "http://me:secret@h/", "SSL_CERT_FILE": "/c"]) { $1 }
    let (_, environment) = try daemon(["--state=http://h/"], proxied)
    #expect(environment.variables.filter { !$0.isPublic }.map(\.name) == ["https_proxy"])
    #expect(environment.entries.contains("SSL_CERT_FILE=/c"))
    #expect(try daemon([], proxied).environment == daemon().environment)
  }

  @Test func `the variables that the configuration names go along`() throws {
    let file = try TemporaryFile(
      "[resources.state]\nsource = \"http://h/\"\nheaders = { A = \"Bearer ${TOKEN}\" }\n")
    let named = Self.variables.merging(["TOKEN": "secret"]) { $1 }
    let (identity, environment) = try daemon(["--config=\(file.path)"], named)
    #expect(environment.entries.contains("TOKEN=secret"))
    let secrets = identity.parts.filter { $0.fields.joined().contains("secret") }
    #expect(secrets.map(\.key) == ["resources.state.headers.A", "environment TOKEN"])
    #expect(secrets.allSatisfy { !$0.isPublic })
  }

  // MARK: Starting

  @Test func `a daemon is started with what has configured its client`() throws {
    let words = ["--framing=lines", "--state", "file:a b", "--log-level=debug", "--resource=x=demo"]
    let command = try ConnectCommand.read(words[...])
    let variables = Self.variables.merging(
      ["STATUSD_LIMITS_BATCH": "7", "STATUSD_TRACE": "/t", "XDG_CONFIG_HOME": "/c", "OTHER": "x"]) { $1 }
    let place = SharedPlace(socket: "/run/a.sock")
    let launch = DaemonLaunch(
      at: place, command.settings.words, log: command.log.words, try daemon([], variables).environment,
      from: Environment(variables))
    #expect(
      launch.words == [
        "statusd", "serve", "--socket", "/run/a.sock", "--state=file:a b", "--resource=x=demo",
        "--log-level=debug",
      ])
    #expect(
      launch.environment == [
        "HOME=/home/me", "USER=me", "LANG=C.UTF-8", "STATUSD_LIMITS_BATCH=7", "XDG_CONFIG_HOME=/c",
      ])
    #expect(place.lock == "/run/a.lock" && place.log == "/run/a.log" && place.info == "/run/a.info")
  }
}
