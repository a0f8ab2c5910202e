import Engine
import Providers
import StatusCore
import TestSupport
import Testing

@testable import Settings

/// What `config --check` and `doctor` say of a configuration that may be right and is probably not meant.
struct AdviceTests {
  private func advice(_ toml: String) throws -> [String] {
    let file = try TemporaryFile(toml, named: ".toml")
    var commandLine = CommandLineSettings()
    commandLine.file = file.path
    let (_, _, advice, problems) = SettingsReader.examine(commandLine, environment: [:])
    #expect(problems.isEmpty, "\(problems.lines)")
    return advice.map { $0.replacing(file.path, with: "FILE") }
  }

  @Test(arguments: [
    (
      "metrics.path = '/srv/x.txt'", "metrics.path should end in .prom: node_exporter reads no other file"
    ),
    (
      "resources.state.timeout = 60",
      "resources.state.timeout is 60 s, and the whole fetch ends after totalTimeout, 30 s"
    ),
    (
      "resources.state.headers.Authorization = 'Bearer $TOKEN'",
      "resources.state.headers has $TOKEN in “Authorization”, which is sent as it is; a variable is ${TOKEN}"
    ),
    (
      "resources.state.caFile = '/proc/nonexistent.pem'",
      "resources.state.caFile needs the file /proc/nonexistent.pem, which does not exist"
    ),
    (
      #"resources.x.source = "command:sh -c 'build {branch}'""#,
      #"resources.x.source has {branch} within quotes, where it is no parameter; make it a word of its own: sh -c '… "$1"' sh {branch}"#
    ),
    (
      #"resources.x.source = "stream:tail -f $HOME/log""#,
      "resources.x.source has a word that only a shell would expand, and no shell does; write the path in full, or use sh -c '…'"
    ),
    (
      #"resources.x.source = "command:cat ~/x.json""#,
      "resources.x.source has a word that only a shell would expand, and no shell does; write the path in full, or use sh -c '…'"
    ),
    (
      "resources.x.source = 'file://srv/x'",
      "resources.x.source is the path //srv/x; a URL of a file has three slashes: file:///PATH"
    ),
  ])
  func `each has a line`(toml: String, line: String) throws {
    #expect(try advice(toml) == ["FILE: \(line)"])
  }

  @Test(arguments: [
    "metrics.path = '/srv/x.prom'", "resources.state.totalTimeout = 5",
    "resources.state.headers.X = 'a $ $5 $x $${A}'",
    #"resources.x.source = "command:awk '{print}' f""#, #"resources.x.source = "command:jq '{id}' f""#,
    #"resources.x.source = "command:curl -w '%{http_code}' http://h""#,
    #"resources.x.source = "command:git log 'HEAD..@{u}'""#,
    #"resources.x.source = "command:sh -c 'cat ${HOME}/x {a}' sh {b}""#.replacing(" {a}", with: ""),
    #"resources.x.source = "command:sh -c 'cat $1' sh {branch}""#, "resources.x.source = 'file:///srv/x'",
  ])
  func `what is meant as it stands there has none`(toml: String) throws {
    #expect(try advice(toml) == [])
  }

  @Test func `there are twenty at most, and the others are counted`() throws {
    let lines = try advice(
      (0..<30).map { "resources.r\($0) = { source = 'file://a' }" }.joined(separator: "\n"))
    #expect(lines.count == 21 && lines.last == "10 more warnings")
  }

  // MARK: Mistakes that other programs have taught

  @Test(arguments: [
    ("resources.state.source = '/srv/x.json'", "; did you mean file:/srv/x.json?"),
    ("resources.state.source = 'x.json'", "; did you mean file:x.json?"),
    ("resources.state.source = '/srv/x'", "; did you mean file:/srv/x or command:/srv/x?"),
    ("resources.state.source = 'check.sh'", "; did you mean command:./check.sh?"),
    ("resources.state.source = 'www.example.org/x'", "; did you mean https://www.example.org/x?"),
    ("resources.state.source = 'localhost:8080/x'", "; did you mean http://localhost:8080/x?"),
    ("resources.state.source = 'cmd:ls'", "; did you mean command:ls?"),
    (
      "resources.state.source = 'unix:/run/x.sock'",
      "; a command can ask a Unix socket: command:curl --unix-socket PATH http://localhost/"
    ),
    (
      "resources.state.source = 'command:~/x'",
      "no shell expands ~ or $ in the program of a command; write its whole path, or name a shell: sh -c '…'"
    ),
    (
      "resources.state.source = 'command:$HOME/x'",
      "no shell expands ~ or $ in the program of a command; write its whole path, or name a shell: sh -c '…'"
    ),
    ("resources.state.url = 'demo'", "resources.state.url is unknown; did you mean resources.state.source?"),
    (
      "resources.state.interval = 5",
      "resources.state.interval is unknown; did you mean resources.state.autoPolling.interval?"
    ),
    (
      "resources.state.autoPolling = true",
      "resources.state.autoPolling must be a table, as in { enabled = true }, got true"
    ),
    (
      "resources.state.autoPolling = 5",
      "resources.state.autoPolling must be a table, as in { enabled = true, interval = 5 }, got 5"
    ),
    ("resources.state.retry = 5", "resources.state.retry must be a table, as in { attempts = 5 }, got 5"),
  ])
  func `says what was probably meant`(toml: String, end: String) {
    let line = problem(toml: toml) ?? ""
    #expect(line.hasSuffix(end), "\(line)")
  }

  @Test func `a table that is shown works`() throws {
    let settings = try read(
      toml: "[resources.state]\nautoPolling = { enabled = true, interval = 5 }\nretry = { attempts = 5 }")
    let policy = try #require(settings.resource("state")?.policy)
    #expect(policy.polling.isEnabled && policy.polling.interval == .seconds(5))
    #expect(policy.retry.maxAttempts == 5)
  }

  @Test(arguments: [
    "cmd:/bin/curl -u me:s3cret", "/bin/curl -u me:s3cret", "www.example.org/?token=s3cret",
    "me:s3cret@www.example.org", "s3creteyJhbGciOiJIUzI1NiJ9.s3creteyJzdWIi.s3cretSflKxwRJSMeKKF2QT4",
    "unix:s3cret",
  ])
  func `what may be a secret is not repeated`(source: String) {
    let line = problem(toml: "resources.state.source = '\(source)'") ?? ""
    #expect(!line.isEmpty && !line.contains("s3cret"), "\(line)")
  }

  @Test func `a variable is never repeated`() {
    let line = problem(["STATUSD_STATE": "/srv/s3cret.json"]) ?? ""
    #expect(!line.isEmpty && !line.contains("s3cret"), "\(line)")
  }
}
