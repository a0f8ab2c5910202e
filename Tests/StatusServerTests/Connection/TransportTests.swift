import Engine
import Glibc
import Logging
import StatusCore
import TestSupport
import Testing

@testable import Reactor
@testable import StatusServer

/// Who closes the descriptors of a connection.
@Suite(.timeLimit(.minutes(10))) struct TransportTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor private static func server() -> Server {
    Server(
      Configuration(), loop: LoopActor.shared.loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Lets the client's end be seen and the session end.
  @LoopActor private static func wait(until isDone: () -> Bool) async {
    while !isDone(), !Task.isCancelled { await LoopActor.shared.loop.nextTurn() }
  }

  @LoopActor @Test func `a connection closes the descriptors that it owns when its session has ended`() async
  {
    let (input, output) = (Channel(), Channel())
    let connection = Connection(Transport(owning: input.reader, output.writer), Self.server())
    var statuses: [Int32] = []
    connection.onEnd = { statuses.append($0) }
    connection.begin()
    input.write(#"{"jsonrpc":"2.0","id":1,"method":"listResources"}"# + "\n")
    input.closeWriter()
    var received: [UInt8] = []
    // The end of the output is that its last writer has closed it.
    await Self.wait {
      guard let bytes = output.read() else { return true }
      received += bytes
      return false
    }
    #expect(String(decoding: received, as: UTF8.self).contains(#""id":1,"result""#))
    #expect(statuses == [0])
    connection.close()
    output.closeReader()
  }

  @LoopActor @Test func `one socket is closed once`() async {
    let sockets = Channel(.socketPair)
    let connection = Connection(Transport(owning: sockets.writer, sockets.writer), Self.server())
    connection.begin()
    // Another open file takes the number; a second close would end that one.
    connection.close()
    let taken = open("/dev/null", O_RDONLY | O_CLOEXEC)
    connection.close()
    #expect(fcntl(taken, F_GETFD) >= 0)
    close(taken)
    sockets.closeReader()
  }

  @LoopActor @Test func `the standard streams stay open`() async {
    let (input, output) = (Channel(), Channel())
    let streams = StandardStreams(input: input.reader, output: output.writer)
    let connection = Connection(Transport(streams), Self.server())
    var hasEnded = false
    connection.onEnd = { _ in hasEnded = true }
    connection.begin()
    input.closeWriter()
    await Self.wait { hasEnded }
    #expect(Channel.flags(of: input.reader) >= 0 && Channel.flags(of: output.writer) >= 0)
    input.closeReader()
    output.close()
  }

  @LoopActor @Test func `what a client has asked for ends with a connection that fails`() async {
    let server = Self.server()
    let output = Channel()
    // A folder can be opened and not be read.
    let folder = open("/", O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    let connection = Connection(Transport(owning: folder, output.writer), server)
    var failures: [SystemError] = []
    connection.onFailure = { failures.append($0) }
    connection.begin()
    await Self.wait { !failures.isEmpty }
    #expect(failures.count == 1)
    #expect(server.sessions.sessions == 0)
    #expect(output.read() == nil, "the connection has let go of its output")
    output.closeReader()
  }
}
