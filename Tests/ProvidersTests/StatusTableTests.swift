import StatusCore
import Testing

@testable import Providers

/// `statuses` of a resource: what an HTTP status means for it.
@Suite struct StatusTableTests {
  private static func table(_ entries: (String, String)...) throws -> StatusTable {
    var table = StatusTable()
    for (statuses, meaning) in entries {
      table.set(
        try #require(StatusTable.Statuses(statuses)), try #require(StatusTable.Meaning(meaning)))
    }
    return table
  }

  private static func reply(
    _ status: Int, _ table: StatusTable, body: String = "[1]", validators: Validators? = nil
  ) throws -> Result<SourceResponse, Problem> {
    let url = try HTTPURL("http://host/")
    let request = HTTPRequest(url: url, headers: [], content: .document(validators))
    let verdict = HTTPVerdict(
      source: url, request: request, now: Timestamp(millisecondsSince1970: 0), statuses: table)
    var report = TransferReport()
    report.progress = .answered(status)
    report.body = Array(body.utf8)
    report.headers.retryAfter = .delay(.seconds(7))
    return verdict.reply(to: report)
  }

  @Test(arguments: ["", "4", "40", "4040", "4x", "xxx", "1xx", "199", "600", "6xx", "4xX", "٤٠٤", "+04"])
  func `a status is a number or a class`(text: String) {
    #expect(StatusTable.Statuses(text) == nil)
  }

  @Test func `a number wins over its class, whatever the order`() throws {
    for table in [
      try Self.table(("4xx", "empty"), ("404", "notFound")),
      try Self.table(("404", "notFound"), ("4xx", "empty")),
    ] {
      #expect(table[404] == .failure(.notFound) && table[410] == .empty && table[500] == nil)
    }
  }

  @Test func `ok takes the body of any status`() throws {
    let response = try Self.reply(404, Self.table(("404", "ok"))).get()
    #expect(response.status == 404)
    guard case .body(let body) = response.content else {
      Issue.record("there is no body")
      return
    }
    #expect(body == Array("[1]".utf8))
    guard case .failure(let problem) = try Self.reply(404, Self.table(("404", "ok")), body: "") else {
      Issue.record("nothing was taken")
      return
    }
    #expect(problem.kind == .missingData)
  }

  @Test func `empty is a success without a value, and unchanged confirms`() throws {
    guard case .nothing = try Self.reply(404, Self.table(("4xx", "empty"))).get().content,
      case .notModified = try Self.reply(503, Self.table(("503", "unchanged"))).get().content
    else {
      Issue.record("they mean something else")
      return
    }
  }

  @Test(arguments: [(404, "serverError"), (500, "notFound"), (501, "timeout"), (200, "offline")])
  func `a kind is that failure, with its status`(status: Int, kind: String) throws {
    guard case .failure(let problem) = try Self.reply(status, Self.table(("\(status)", kind))) else {
      Issue.record("it is no failure")
      return
    }
    #expect(problem.kind.rawValue == kind && problem.detail.status == status)
    #expect(problem.retryAfter == .seconds(7) && problem.detail.url == "http://host/")
    #expect(
      problem.explanation?.english
        == "host:80 responded with status \(status), which is configured as \(kind).")
  }

  @Test func `a kind that the status has anyway keeps its words`() throws {
    guard case .failure(let problem) = try Self.reply(503, Self.table(("5xx", "serviceUnavailable"))) else {
      Issue.record("it is no failure")
      return
    }
    #expect(problem.explanation == nil)
  }

  @Test func `a class says nothing of the 304 that statusd has asked for`() throws {
    let validators = Validators(entityTag: "\"a\"")
    guard
      case .notModified = try Self.reply(304, Self.table(("3xx", "notFound")), validators: validators).get()
        .content
    else {
      Issue.record("it is no confirmation")
      return
    }
    guard
      case .failure(let problem) = try Self.reply(
        304, Self.table(("304", "notFound")), validators: validators)
    else {
      Issue.record("it is no failure")
      return
    }
    #expect(problem.kind == .notFound)
  }

  @Test func `an event stream that cannot be had fails in the way that is said`() throws {
    let url = try HTTPURL("http://host/")
    let request = HTTPRequest(url: url, headers: [], content: .events(after: ""))
    let table = try Self.table(("404", "serviceUnavailable"), ("503", "empty"))
    let verdict = HTTPVerdict(
      source: url, request: request, now: Timestamp(millisecondsSince1970: 0), statuses: table)
    var report = TransferReport()
    report.progress = .answered(404)
    #expect(verdict.problem(ofEvents: report)?.kind == .serviceUnavailable)
    report.progress = .answered(503)
    #expect(verdict.problem(ofEvents: report)?.kind == .serviceUnavailable)
  }
}
