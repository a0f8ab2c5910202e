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
  let services: Services
  let connection: Connection
  private(set) var statuses: [Int32] = []
  private let input: Channel
  private let output: Channel
  private var unread: [UInt8] = []

  init(_ kind: Channel.Kind = .pipe, _ configure: (inout Configuration) -> Void = { _ in }) {
    (input, output) = (Channel(kind), Channel(kind))
    var configuration = Configuration()
    // This is real time, and other tests may keep the loop busy: nothing ends by itself unless asked to.
    var policy = FetchPolicy()
    (policy.attemptTimeout, policy.totalTimeout) = (.seconds(600), .seconds(600))
    configuration.drainTimeout = .seconds(600)
    configure(&configuration)
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let environment = ResourceEnvironment(
      timers: loop.timers, failures: FailureBook(time: loop.timers.source, logger: logger), logger: logger)
    let resource = Resource(
      name: .state, shape: .fleet, source: state, policy: policy, environment: environment)
    services = Services(
      resources: Resources([resource]), environment: environment,
      statistics: Statistics(timers: loop.timers) { 0 })
    connection = Connection(
      streams: StandardStreams(input: input.reader, output: output.writer), services: services,
      configuration: configuration, loop: loop)
    connection.ended = { [weak self] in self?.statuses.append($0) }
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
    while !isEnough(unread) {
      await loop.nextTurn()
      unread += output.read() ?? []
    }
  }
}
