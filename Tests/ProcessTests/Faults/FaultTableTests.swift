import Foundation
import TestSupport
import Testing

/// Every fault of the table, as a client of the built daemon sees it.
struct FaultTableTests {
  /// A value that nobody may learn of but the server.
  private static let secret = "hush5up"

  /// Seconds for faults that end by an event: only a defect takes as long.
  private static let patience = 600.0
  /// Seconds for attempts that take too long, which must get so far as their fault meanwhile: on a machine that is too
  /// busy for that, they are made again with more.
  private static let timeouts = [1.0, 4, 16, 64]

  /// One daemon, all faults side by side: it responds to each once, as the table says, and lives on.
  @Test func `every fault is reported as the table says, and the daemon survives them all`() throws {
    let stages = try Fault.all.filter { !$0.takesTooLong }.map { ($0, try FaultStage($0)) }
    let names = stages.indices.map { "fault\($0)" }
    let daemon = try FaultDaemon(
      zip(names, stages).map { name, stage in
        .init(
          name: name, source: stage.1.secretURL(Self.secret), lines: lines(stage.1, Self.patience))
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

  private func lines(_ stage: FaultStage, _ time: Double) -> [String] {
    [
      "timeout = \(time)", "totalTimeout = \(time)", "connectTimeout = \(time)", "retry = { attempts = 1 }",
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

  /// No attempt ends before its time, and the daemon ends it: the servers would wait for ten minutes.
  ///
  /// How soon after its time is a matter of manual time, in `AttemptsTests`.
  @Test func `attempts that take too long end when their time is over`() throws {
    var left = Fault.all.filter(\.takesTooLong)
    #expect(left.count >= 8)
    for timeout in Self.timeouts where !left.isEmpty {
      for expired in try expire(left, after: timeout) {
        let hasGotSoFar = expired.response.detail?["reason"] as? String == expired.fault.failure?.reason
        guard hasGotSoFar || timeout == Self.timeouts.last else { continue }
        left.removeAll { $0.description == expired.fault.description }
        expect(expired.response, expired.fault, name: expired.name, url: expired.stage.shownURL)
      }
    }
  }

  private struct Expired {
    let fault: Fault
    let stage: FaultStage
    let name: String
    let response: Message
  }

  /// Plays faults side by side, each to a resource of its own, and checks how long its attempt took.
  private func expire(_ faults: [Fault], after timeout: Double) throws -> [Expired] {
    let stages = try faults.map { try FaultStage($0) }
    let names = stages.indices.map { "fault\($0)" }
    let daemon = try FaultDaemon(
      zip(names, stages).map { name, stage in
        .init(name: name, source: stage.secretURL(Self.secret), lines: lines(stage, timeout))
      }, ["--log-level", "trace"])
    let log = Reading(daemon.process.errors)
    let responses = try daemon.refreshAll(names)
    for (response, after) in responses {
      let attempts = try #require(response.failure?["attempts"] as? [[String: Any]])
      let duration = try #require(attempts.first?["duration"] as? Double)
      #expect(timeout..<Self.patience ~= duration && after >= .seconds(timeout))
    }
    #expect(try daemon.end().status == 0)
    let shown = try responses.map(\.response.text).joined() + log.text()
    #expect(!shown.contains(Self.secret))
    return names.indices.map {
      Expired(fault: faults[$0], stage: stages[$0], name: names[$0], response: responses[$0].response)
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
    guard done.wait(timeout: .now() + 300) == .success else { throw DaemonError("the log does not end") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
