import Jansson
import Testing

@testable import statusd

/// The words of `statusd wait`, and the params of waitFor that they make.
struct WaitRequestTests {
  private func params(_ words: String...) throws -> String {
    try WaitCommand.read(words[...]).request.params.description
  }

  // MARK: Conditions

  @Test(arguments: [
    ("/state=passed", #"{"path":"/state","equals":"passed"}"#), ("/n=1.0", #"{"path":"/n","equals":1.0}"#),
    (#"/n= {"a": [1] } "#, #"{"path":"/n","equals":{"a":[1]}}"#), ("/n=", #"{"path":"/n","equals":""}"#),
    ("/n!=null", #"{"path":"/n","not":null}"#), ("/n>=1e2", #"{"path":"/n","atLeast":100}"#),
    (
      "/n<=123456789012345678901234567890",
      #"{"path":"/n","atMost":123456789012345678901234567890}"#
    ),
    ("/n", #"{"path":"/n","exists":true}"#), ("!/n", #"{"path":"/n","exists":false}"#),
    ("/n~", #"{"path":"/n","changed":true}"#), ("changed", #"{"path":"","changed":true}"#),
    ("~", #"{"path":"","changed":true}"#), ("=3", #"{"path":"","equals":3}"#),
    ("/a~1b/é=1", #"{"path":"/a~1b/é","equals":1}"#), (#"/n="= x""#, #"{"path":"/n","equals":"= x"}"#),
  ])
  func `a word is a condition of waitFor`(word: String, json: String) throws {
    #expect(try params("--until", word) == #"{"resource":"state","until":[\#(json)]}"#)
  }

  @Test func `a long name stays whole`() throws {
    let name = String(repeating: "n", count: 1_000)
    #expect(try params("--until", "/\(name)").contains("\"/\(name)\""))
  }

  @Test func `everything that is given is a param`() throws {
    let all = try params(
      "build", "b=2", "a=x=y", "--until", "/s=1", "--until=/s=2", "--unless", "/s=3", "--timeout", "1h30m",
      "--interval", "0.5", "--patience", "all")
    #expect(
      all == #"{"resource":"build","arguments":{"a":"x=y","b":"2"},"#
        + #""until":[{"path":"/s","equals":1},{"path":"/s","equals":2}],"unless":[{"path":"/s","equals":3}],"#
        + #""timeout":5400,"interval":0.5,"patience":"all"}"#)
  }

  // MARK: Near misses

  @Test(arguments: [
    ("state=passed", "/state=passed"), (".state=passed", "/state=passed"), ("state", "/state"),
    (".runs[0].state = passed", "/runs/0/state=passed"), ("$.n>=1", "'/n>=1'"), ("!state", "'!/state'"),
    ("/state == passed", "/state=passed"), ("/state==passed", "/state=passed"), ("/n === 1", "/n=1"),
    ("/state = passed", "/state=passed"), ("/state =passed", "/state=passed"),
    ("/state= passed", "/state=passed"), ("/state != passed", "'/state!=passed'"),
    ("/state~=passed", "'/state!=passed'"), ("/n!==1", "'/n!=1'"), ("/n > 5", "'/n>=5'"), ("/n<5", "'/n<=5'"),
    ("/n=>5", "'/n>=5'"), ("n >= 5", "'/n>=5'"), ("a/b=1", "/a/b=1"),
    ("jobs[\"é\"]=1", "'/jobs/é=1'"),
  ])
  func `a word that is written as elsewhere says how it is written here`(word: String, meant: String) {
    let error = #expect(throws: CommandEnd.self) { try WaitCommand.read(["--until", word]) }
    guard case .mistake(let sentence) = error else { return }
    #expect(
      sentence.hasPrefix("--until ") && sentence.hasSuffix("; did you mean --until \(meant)?"), "\(sentence)")
  }

  @Test(arguments: [
    ("/n>=many", "--until needs a number behind >= and <="), ("/a~2=1", "--until needs a JSON Pointer"),
    (String(repeating: "x", count: 200), "--until needs a JSON Pointer"),
    ("\u{1}=1", "--until needs a JSON Pointer"),
  ])
  func `another word says what is needed`(word: String, sentence: String) {
    let error = #expect(throws: CommandEnd.self) { try WaitCommand.read(["--until", word]) }
    guard case .mistake(let message) = error else { return }
    #expect(message.hasPrefix(sentence) && !message.contains("did you mean"), "\(message)")
  }

  @Test(arguments: [
    (#"/a="==""#, "equals"), ("/a<b=1", "equals"), ("/a>b", "exists"), ("/a= 1 ", "equals"),
    (#"/a= "x""#, "equals"), ("", "exists"), ("/a b=1", "equals"), ("/a:b=1", "equals"), ("/a:=1", "equals"),
    ("/a=>b", "equals"),
  ])
  func `a word that is odd and means something is taken`(word: String, test: String) throws {
    #expect(try params("--until", word).contains("\"\(test)\":"))
  }

  @Test(arguments: [
    ([], "wait needs --until with a condition, as in --until /state=passed"),
    (["--unless", "/a"], "wait needs --until"),
    (["location", "--until", "/a"], "statusd watch location --until"),
    (["build", "main", "--until", "/a"], "behind the name stand words ARGUMENT=VALUE"),
  ])
  func `what is missing or too much is said`(words: [String], sentence: String) throws {
    let command = try WaitCommand.read(words[...])
    let error = #expect(throws: CommandEnd.self) { try command.request }
    guard case .mistake(let message) = error else { return }
    #expect(message.contains(sentence), "\(message)")
  }

  @Test func `sixteen conditions are the most`() throws {
    let words = (0..<16).flatMap { ["--until", "/a=\($0)"] }
    _ = try WaitCommand.read(words[...])
    #expect(throws: CommandEnd.mistake("--until may be given 16 times at most")) {
      try WaitCommand.read((words + ["--until", "/b"])[...])
    }
  }

  @Test(arguments: [
    ("--for", "did you mean --until?"), ("-q", "did you mean --quiet?"), ("-s", "did you mean --quiet?"),
    ("--fail-if", "did you mean --unless?"), ("--deadline", "did you mean --timeout?"),
    ("--untl", "did you mean --until?"), ("--max-time", "did you mean --timeout?"),
  ])
  func `an option of another program leads to the one of wait`(typed: String, advice: String) {
    #expect(throws: CommandEnd.mistake("\(typed) is no option; \(advice)")) {
      try WaitCommand.read([typed, "x"])
    }
  }

  @Test(arguments: [
    ("--until", "wait has --until"), ("--for", "wait has --until"), ("-q", "did you mean --pointer?"),
    ("-s", "did you mean --log-level critical?"),
  ])
  func `at call they lead to wait, or to what call has`(typed: String, advice: String) {
    #expect(throws: CommandEnd.mistake("\(typed) is no option; \(advice)")) {
      try CallCommand.read(["refresh", typed, "x"])
    }
  }

  // MARK: Times

  @Test(arguments: [
    ("90", 90_000), ("0", 0), ("1.5", 1_500), ("30s", 30_000), ("10m", 600_000), ("1h30m", 5_400_000),
    ("1h30m5s", 5_405_000), ("1d", 86_400_000), ("0.5h", 1_800_000), ("90m", 5_400_000), ("7d", 604_800_000),
  ])
  func `a time is a number of seconds, or numbers with units`(text: String, milliseconds: Int) {
    #expect(TimeSpan(text)?.duration == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "s", "1x", "1m1h", "1m1m", "1h30", "-1", "1e3", "inf", "nan", " 1", "1 s", "1..2", ".", "10min",
  ])
  func `another text is no time`(text: String) {
    #expect(TimeSpan(text) == nil)
  }

  @Test(arguments: ["8d", "604801", "soon"])
  func `a time out of range says what is one`(text: String) {
    let sentence = "--timeout must be a time like 90, 30s, 10m or 1h30m, and at most 7 days"
    #expect(throws: CommandEnd.mistake(sentence)) {
      try WaitCommand.read(["--until", "/a", "--timeout", text])
    }
  }
}
