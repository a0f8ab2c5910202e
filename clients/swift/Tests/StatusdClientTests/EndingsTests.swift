import Foundation
import TestSupport
import Testing

@testable import StatusdClient

@Suite(.timeLimit(.minutes(10)))
struct EndingsTests {
  private static let patient = Options(startTimeout: deadline)

  @Test func `SIGKILL in the middle of calls fails all of them at once, with the reason`() async throws {
    try await running(["--clock", "manual", "--seed", "1"]) { (daemon, recorder) async throws in
      let fetches = (0..<100).map { _ in Task { try await daemon.refresh() } }
      _ = await recorder.sent("refresh", count: 100)
      let began = ContinuousClock.now
      kill(await daemon.processIdentifier, SIGKILL)
      for fetch in fetches {
        let error = await #expect(throws: DaemonEnded.self) { try await fetch.value }
        #expect(error?.exit == .signal(SIGKILL))
      }
      #expect(try ContinuousClock.now - began < promised(.seconds(1)))
      await #expect(throws: DaemonEnded.self) { try await daemon.getState() }
      #expect(await !daemon.isRunning)
    }
  }

  @Test func `what was written last is read, and the last lines of stderr are in the error`() async throws {
    let script = """
      echo '{"jsonrpc":"2.0","id":2,"result":"'"$(head -c 200000 /dev/zero | tr '\\0' x)"'"}'
      echo a >&2; echo b >&2; exit 3
      """
    let daemon = try await Statusd.spawn(impostor(script), options: Self.patient)
    let calls = [1, 2].map { _ in Task { try await daemon.call("a") } }
    let outcomes = await [calls[0].result, calls[1].result]
    let texts = outcomes.compactMap { try? $0.get().string }
    #expect(texts.map(\.count) == [200_000])
    let errors = outcomes.compactMap {
      if case .failure(let error as DaemonEnded) = $0 { error } else { nil }
    }
    #expect(errors.map(\.exit) == [.status(3)])
    #expect(errors.first?.standardError == ["a", "b"])
    #expect(errors.first?.description == "statusd ended with status 3.\na\nb")
    await daemon.close()
  }

  @Test func `a child that holds the output open does not hold up the end`() async throws {
    let daemon = try await Statusd.spawn(impostor("sleep 600 & echo $! >&2; exit 4"), options: Self.patient)
    let error = await #expect(throws: DaemonEnded.self) { try await daemon.call("a") }
    if let child = error?.standardError.first.flatMap({ Int32($0) }) { kill(child, SIGKILL) }
    #expect(error?.exit == .status(4))
    await daemon.close()
  }

  @Test func `a daemon that closes its output and runs on is ended`() async throws {
    let script = "exec 1>&- 2>&-; exec sleep 600"
    let daemon = try await Statusd.spawn(impostor(script), options: Self.patient)
    let process = await daemon.processIdentifier
    let error = await #expect(throws: DaemonEnded.self) { try await daemon.call("a") }
    #expect(error?.exit == .unknown)
    while kill(process, 0) == 0 { await Task.yield() }
    await daemon.close()
  }

  @Test func `a response without an id is for every call that waits`() async throws {
    let data = """
      {"failureId":"f1","kind":"invalidRequest","title":"t","message":"m","helpAnchor":"a","presentation":"silent",\
      "retry":{"safe":false},"recoveryOptions":[],"occurredAt":"2000-01-01T00:00:00.000Z"}
      """
    let script = """
      read -r third; echo '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"m","data":\(data)}}'; read -r end
      """
    let daemon = try await Statusd.spawn(impostor(script), options: Self.patient)
    for call in [1, 2].map({ _ in Task { try await daemon.call("a") } }) {
      let failure = await #expect(throws: StatusdFailure.self) { try await call.value }
      #expect(failure?.kind == .invalidRequest)
    }
    await daemon.close()
  }

  @Test func `nonsense in the middle ends the calls`() async throws {
    let daemon = try await Statusd.spawn(impostor("echo what?; read -r third"), options: Self.patient)
    let error = await #expect(throws: NotStatusd.self) { try await daemon.call("a") }
    #expect(error?.excerpt == "what?")
    await daemon.close()
  }

  @Test(arguments: [
    (Command("cat"), "it sent a request: initialize"),
    (Command("yes"), "it wrote no message of its protocol: y"),
    (program("echo 1; cat >/dev/null"), "it wrote no message of its protocol: 1"),
    (program("echo hello; cat >/dev/null"), "it wrote no message of its protocol: hello"),
    (
      program(
        #"read -r first; echo '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}}'; cat >/dev/null"#),
      "it wrote no message of its protocol"
    ),
    (Command("cat", framing: .headers), "it sent a request: initialize"),
    (Command("yes", framing: .headers), "it wrote no header: y\ny"),
    (
      program(#"read -r first; echo '{"jsonrpc":"2.0","id":1,"result":{}}'; cat >/dev/null"#),
      "This client speaks protocol 1 of statusd: this program speaks none"
    ),
    (
      program(
        #"""
        read -r first
        echo '{"id":1,"result":{"protocolVersion":"2","serverInfo":{"name":"statusd","version":"9"},"capabilities":{}}}'
        cat >/dev/null
        """#
      ),
      "This client speaks protocol 1 of statusd: statusd speaks 2"
    ),
  ])
  func `another program is refused in a sentence`(command: Command, sentence: String) async throws {
    let error = await #expect(throws: NotStatusd.self) {
      try await Statusd.spawn(command, options: Self.patient)
    }
    #expect(error?.localizedDescription.contains(sentence) == true, "\(String(describing: error))")
  }

  @Test func `a program that says nothing is refused in time`() async throws {
    let options = Options(startTimeout: .milliseconds(50))
    let error = await #expect(throws: NotStatusd.self) {
      try await Statusd.spawn(program("cat >/dev/null"), options: options)
    }
    #expect(
      error?.description == "This program is no statusd: no response to initialize within 0.05 seconds.")
  }

  @Test func `a program that ends at once says how`() async throws {
    let error = await #expect(throws: DaemonEnded.self) {
      try await Statusd.spawn(program("echo bad key >&2; exit 78"), options: Self.patient)
    }
    #expect(error?.exit == .status(78))
    #expect(error?.standardError == ["bad key"])
  }

  @Test func `a program that is not there is named`() async throws {
    let error = await #expect(throws: ProgramNotFound.self) {
      try await Statusd.spawn(Command("/proc/no/such/statusd"))
    }
    #expect(error?.program == "/proc/no/such/statusd")
    #expect(error?.localizedDescription.contains("(No such file or directory)") == true)
  }

  @Test func `arguments, environment and folder are those of the command`() async throws {
    var command = program("pwd >&2; echo $NAME >&2; exit 1")
    command.environment = ["NAME": "ö 1"]
    command.workingDirectory = "/usr"
    let error = await #expect(throws: DaemonEnded.self) {
      try await Statusd.spawn(command, options: Self.patient)
    }
    #expect(error?.standardError == ["/usr", "ö 1"])
  }

  @Test(
    arguments: [
      (nil, [:], "statusd"), (nil, ["STATUSD": ""], "statusd"), (nil, ["STATUSD": "/opt/s"], "/opt/s"),
      ("mine", ["STATUSD": "/opt/s"], "mine"),
    ] as [(String?, [String: String], String)])
  func `the program is that of the argument, $STATUSD, or statusd`(
    argument: String?, environment: [String: String], expected: String
  ) {
    #expect(Command.program(argument, environment) == expected)
  }

  @Test func `one that is let go of ends its daemon`() async throws {
    try await withFolder { folder in
      let mark = folder.appending(path: "ended").path
      let fifo = folder.appending(path: "fifo").path
      #expect(mkfifo(fifo, 0o600) == 0)
      do {
        let script = "cat >/dev/null; echo ended > '\(mark)'; echo > '\(fifo)'"
        _ = try await Statusd.spawn(impostor(script).skippingSecondLine, options: Self.patient)
      }
      let word = try FileHandle(forReadingFrom: URL(filePath: fifo)).readToEnd()  // Waits for the program.
      #expect(word == Data("\n".utf8))
      #expect(FileManager.default.fileExists(atPath: mark))
    }
  }
}

extension Command {
  /// An impostor that goes on with its script at once.
  fileprivate var skippingSecondLine: Command {
    var command = self
    command.arguments = arguments.map { $0.replacing("read -r second; ", with: "") }
    return command
  }
}
