import Engine
import EngineTestSupport
import JSONRPC
import Logging
import Providers
import StatusCore
import TestSupport

@testable import Reactor
@testable import StatusServer

/// A connection over channels of the test's own, which is the client.
@LoopActor
final class Client {
  let loop = LoopActor.shared.loop
  let state = ScriptedSource("test:state")
  private(set) var server: Server
  private(set) var connection: Connection
  private let streams: StandardStreams
  private(set) var statuses: [Int32] = []
  private let input: Channel
  private let output: Channel
  private var unread: [UInt8] = []

  /// - Parameter misconfiguration: Why nothing is served.
  init(
    _ kind: Channel.Kind = .pipe, framing: Framing? = nil, drainTimeout: Duration = .seconds(600),
    misconfiguration: Misconfiguration? = nil, _ configure: (inout Configuration) -> Void = { _ in }
  ) {
    (input, output) = (Channel(kind), Channel(kind))
    var configuration = Configuration()
    // This is real time, and other tests may keep the loop busy: nothing ends by itself unless asked to.
    configuration.resources[0].policy.attemptTimeout = .seconds(600)
    configuration.resources[0].policy.totalTimeout = .seconds(600)
    configure(&configuration)
    server = Server(
      configuration, parts: Self.parts(state), misconfiguration: misconfiguration, loop: loop,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var options = SessionOptions()
    options.drainTimeout = drainTimeout
    streams = StandardStreams(input: input.reader, output: output.writer)
    connection = Connection(Transport(streams), server, framing: framing, options)
    connection.onEnd = { [weak self] in self?.statuses.append($0) }
    connection.begin()
  }

  private static func parts(_ state: ScriptedSource) -> EngineParts {
    var parts = EngineParts()
    parts.source = { id, _ in id == .state ? state : nil }
    return parts
  }

  /// The configuration is now right: another server goes on with the client.
  func succeed(_ configure: (inout Configuration) -> Void = { _ in }) {
    var configuration = Configuration()
    configure(&configuration)
    server = server.successor(configuration, parts: Self.parts(state))
    connection = Connection(Transport(streams), server, after: connection)
    connection.onEnd = { [weak self] in self?.statuses.append($0) }
  }

  func send(_ text: String) { input.write(text) }
  func sendSome(_ bytes: ArraySlice<UInt8>) -> Int { input.writeSome(bytes) }
  func endInput() { input.closeWriter() }
  func stopReading() { output.closeReader() }

  /// Reads until what has come is enough.
  func read(until isEnough: ([UInt8]) -> Bool) async -> String {
    await receive(until: isEnough)
    defer { unread = [] }
    return String(decoding: unread, as: UTF8.self)
  }

  /// Reads so many lines, and those that came with them.
  func lines(_ count: Int) async -> [Substring] {
    var seen = (bytes: 0, lines: 0)
    await receive { bytes in
      seen.lines += bytes[seen.bytes...].count { $0 == UInt8(ascii: "\n") }
      seen.bytes = bytes.count
      return seen.lines >= count
    }
    let end = unread.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    defer { unread.removeFirst(end + 1) }
    return String(decoding: unread[..<end], as: UTF8.self).split(separator: "\n")
  }

  private func receive(until isEnough: ([UInt8]) -> Bool) async {
    unread += output.read() ?? []
    while !isEnough(unread), !Task.isCancelled {
      await loop.nextTurn()
      unread += output.read() ?? []
    }
  }
}
