import Foundation
import StatusdTypes
import TestSupport
import Testing

/// What the contract has a type for.
typealias Wire = Codable & Sendable

struct TypesTests {
  @Test(arguments: [
    "null", "true", "-7", "9007199254740993", "1.5", #""ö""#, "[]", #"{"a":[null,{"b":false}]}"#,
  ])
  func `a JSON value is read and written`(text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(JSONValue(text: text)), as: UTF8.self) == text)
  }

  @Test func `a number without a fraction is an integer, however it is written`() throws {
    #expect(try JSONValue(text: "[10, 10.0, 1e1]") == [10, 10, 10])
    #expect(JSONValue(10.0) == .integer(10))
    #expect(JSONValue(0.5) == .number(0.5))
  }

  @Test func `a number that is too large is infinite, and a long one loses digits`() throws {
    #expect(
      try JSONValue(text: "[1e400, 123456789012345678901234567890]") == [
        .number(.infinity), 1.2345678901234568e29,
      ])
  }

  @Test func `a word is printed as it is written, also one of a later daemon`() {
    #expect("\(ResourceStatus.loaded) \(FailureKind(rawValue: "new"))" == "loaded new")
  }

  @Test func `of members of one name the first one counts`() throws {
    #expect(try JSONValue(text: #"{"a":1,"a":2}"#) == ["a": 1])
  }

  @Test func `null is a value, and absence is none`() throws {
    let members = #""resource":"x","revision":1,"status":"loaded","isFetching":false,"isStale":false"#
    let polling = #""autoPolling":{"enabled":false,"interval":10,"consecutiveFailures":0}"#
    #expect(try JSONValue(text: "{\(members),\(polling)}").decoded(as: Snapshot.self).value == nil)
    let null = try JSONValue(text: "{\(members),\(polling),\"value\":null}").decoded(as: Snapshot.self)
    #expect(null.value == .some(.null))
    #expect(try JSONValue(encoding: null)["value"] == .null)
  }

  @Test func `a word that is new is no error`() throws {
    let option = try JSONValue(
      text: #"{"id":"custom:x","title":"X","role":"loud","performedBy":"somebody"}"#)
    let read = try option.decoded(as: RecoveryOption.self)
    #expect((read.id, read.role, read.performedBy) == ("custom:x", "loud", "somebody"))
    #expect(try JSONValue(text: #""paused""#).decoded(as: ResourceStatus.self) == "paused")
  }

  @Test func `a detail of another type is as if it were absent`() throws {
    let text = #"{"status":"teapot","url":"https://x","problem":{"status":[],"title":"T"}}"#
    let detail = try JSONValue(text: text).decoded(as: FailureDetail.self)
    #expect(detail == FailureDetail(url: "https://x", problem: ProblemDetails(title: "T")))
  }

  @Test func `what a recovery gives may be of a form that is new`() throws {
    let light = try JSONValue(text: #"{"light":"green"}"#)
    #expect(try light.decoded(as: RecoveredState.self) == .other(light))
    #expect(try JSONValue(encoding: RecoveredState.other(light)) == light)
  }

  @Test(arguments: [
    ("2000-01-01T00:00:00.000Z", 946_684_800.0), ("2000-01-01T00:00:00.250Z", 946_684_800.25),
    ("2000-01-01T00:00:00Z", 946_684_800),
  ])
  func `a timestamp is a date`(text: String, seconds: Double) {
    #expect(Timestamp(rawValue: text).date?.timeIntervalSince1970 == seconds)
  }

  @Test func `what is no timestamp is no date`() {
    #expect(Timestamp(rawValue: "yesterday").date == nil)
  }

  /// Every example of the contract as the type that it is of, and as it was.
  @Test(
    arguments: [
      ("getState", Snapshot.self), ("refresh", Snapshot.self), ("fetchMenu", Snapshot.self),
      ("retry", RetryResult.self), ("getHelp", HelpSection.self), ("getHistory", History.self),
      ("getLocation", LocationSnapshot.self), ("stats", Statistics.self),
      ("setAutoPolling", ResourcePolling.self), ("subscribeLocation", LocationSubscription.self),
    ] as [(String, any Wire.Type)])
  func `the examples of the contract are read and written`(method: String, type: any Wire.Type) throws {
    let example = try JSONValue(text: Repository.text("schema/examples/\(method).json"))
    let result = try #require(example["response"]?["result"])
    #expect(try JSONValue(encoding: result.decoded(as: type)) == result)
  }

  @Test func `the errors of the contract are read and written`() throws {
    let files = try Repository.files("schema/examples/errors", suffix: ".json")
    #expect(files.count >= 9)
    for file in files {
      let example = try JSONValue(text: Repository.text("schema/examples/errors/\(file)"))
      let data = try #require(example["response"]?["error"]?["data"])
      #expect(try JSONValue(encoding: data.decoded(as: FailureData.self)) == data)
    }
  }
}
