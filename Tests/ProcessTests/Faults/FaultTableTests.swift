import Foundation
import TestSupport
import Testing

/// Every fault of the table, as a client of the built daemon sees it.
struct FaultTableTests {
  /// A value that nobody may learn of but the server.
  private static let secret = "hush5up"

  /// Seconds that an attempt may take which takes too long; the others have all that a busy machine needs.
  ///
  /// With all faults at once it must get so far as its fault in that time.
  private static let (timeout, crowdedTimeout, patience) = (1.0, 5.0, 15.0)

  /// One daemon, all faults side by side: it responds to each once, as the table says, and lives on.
  @Test func `every fault is reported as the table says, and the daemon survives them all`() throws {
    let stages = try Fault.all.map { ($0, try FaultStage($0)) }
    let names = stages.indices.map { "fault\($0)" }
    let daemon = try FaultDaemon(
      zip(names, stages).map { name, stage in
        .init(
          name: name, source: stage.1.secretURL(Self.secret),
          lines: lines(stage.0, stage.1, Self.crowdedTimeout))
      }, ["--log-level", "trace"])
    let log = Reading(daemon.process.errors)
    let responses = try daemon.refreshAll(names)
    for ((fault, stage), (name, response)) in zip(stages, zip(names, responses)) {
      expect(response.response, fault, name: name, url: stage.shownURL)
    }
    #expect(try daemon.process.call("getState").result?["resource"] as? String == "state")
    let (messages, status) = try daemon.end()
    #expect(status == 0)
    #expect(messages.allSatisfy { $0.json["id"] == nil })
    #expect(!(responses.map(\.response) + messages).contains { $0.text.contains(Self.secret) })
    let logged = try log.text()
    #expect(logged.contains("fault0"))
    #expect(!logged.contains(Self.secret))
  }

  private func lines(_ fault: Fault, _ stage: FaultStage, _ timeout: Double) -> [String] {
    let time = fault.takesTooLong ? timeout : Self.patience
    return [
      "timeout = \(time)", "connectTimeout = \(time)", "retry = { attempts = 1 }",
      "headers = { X-Api-Key = \"\(Self.secret)\" }",
    ]
      + (stage.caFile.map { ["caFile = \"\($0)\""] } ?? [])
  }

  private func expect(_ response: Message, _ fault: Fault, name: String, url: String) {
    let comment = Comment(rawValue: "\(fault): \(response.text)")
    guard let expected = fault.failure else {
      #expect(response.result?["status"] as? String == "loaded", comment)
      return
    }
    #expect(response.kind == expected.kind, comment)
    #expect(response.code == expected.code, comment)
    #expect(response.detail?["reason"] as? String == expected.reason, comment)
    #expect(response.detail?["status"] as? Int == expected.status, comment)
    #expect(response.detail?["path"] as? String == expected.path, comment)
    #expect(response.detail?["limit"] as? Int == expected.limit, comment)
    #expect(response.detail?["url"] as? String == url, comment)
    #expect(response.optionIDs == expected.options, comment)
    #expect(response.failure?["presentation"] as? String == "inline", comment)
    #expect(response.failure?["operation"] as? String == "refresh", comment)
    #expect(response.failure?["resource"] as? String == name, comment)
    let attempts = response.failure?["attempts"] as? [[String: Any]]
    #expect(attempts?.compactMap { $0["kind"] as? String } == [expected.kind], comment)
    let after = (response.failure?["retry"] as? [String: Any])?["after"] as? Double
    #expect((after == nil) == (expected.after == nil), comment)
    if let after, let range = expected.after { #expect(range ~= after, comment) }
  }

  /// By the daemon's clock no attempt ends before its time, and none a tenth after it.
  ///
  /// What is allowed beyond a tenth is what a machine that is busy with other tests may keep a thread
  /// waiting.
  @Test func `attempts that take too long end when their time is over`() throws {
    let stages = try Fault.all.filter(\.takesTooLong).map { ($0, try FaultStage($0)) }
    #expect(stages.count >= 8)
    let names = stages.indices.map { "fault\($0)" }
    let daemon = try FaultDaemon(
      zip(names, stages).map { .init(name: $0, source: $1.1.url, lines: lines($1.0, $1.1, Self.timeout)) })
    let slack = 0.5
    for (response, after) in try daemon.refreshAll(names) {
      #expect(response.kind == "timeout")
      let attempts = try #require(response.failure?["attempts"] as? [[String: Any]])
      let duration = try #require(attempts.first?["duration"] as? Double)
      #expect(Self.timeout...(Self.timeout * 1.1 + slack) ~= duration)
      #expect(after >= .seconds(Self.timeout))
    }
  }
}

extension Fault {
  /// The daemon has to end it.
  fileprivate var takesTooLong: Bool { failure?.kind == "timeout" && failure?.status == nil }
}

extension FaultStage {
  /// With credentials and a query.
  fileprivate func secretURL(_ secret: String) -> String {
    url.replacing("://", with: "://me:\(secret)@") + "?key=\(secret)"
  }

  fileprivate var shownURL: String { url + "?key=***" }
}

/// Reads an end beside the test until it is closed.
private final class Reading: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var bytes = Data()

  init(_ end: InputEnd) {
    let handle = FileHandle(fileDescriptor: end.descriptor)
    Thread { [self] in
      bytes = (try? handle.readToEnd()) ?? Data()
      done.signal()
    }.start()
  }

  /// Everything, once the other end is closed.
  func text() throws -> String {
    guard done.wait(timeout: .now() + 20) == .success else { throw DaemonError("the log does not end") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
