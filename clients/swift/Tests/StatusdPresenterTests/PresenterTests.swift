import Foundation
import StatusdPresenter
import TestSupport
import Testing

struct PresenterTests {
  @Test(arguments: try PresenterCase.all())
  func `the presenter passes every case`(_ each: PresenterCase) throws {
    let differences = try each.differences()
    #expect(differences == [])
  }

  @Test func `there are cases`() throws {
    #expect(try PresenterCase.all().count >= 60)
  }

  @Test(arguments: [
    (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#),
    (#"{"a": [{"b": 1}]}"#, #"{"a": [{"b": 1, "c": 2}]}"#),
    (#"{"a": null}"#, #"{"a": null}"#),
  ])
  func `an object may have more members`(expected: String, actual: String) throws {
    #expect(try misfits(JSONValue(text: expected), JSONValue(text: actual), "screen") == [])
  }

  @Test(arguments: [
    (#"{"a": 1}"#, "{}"), (#"{"a": {"b": 1}}"#, #"{"a": {"b": 2}}"#), ("[1]", "[1, 2]"), ("[]", "null"),
    ("null", "{}"), ("true", "1"), ("{}", "null"),
  ])
  func `anything else does not fit`(expected: String, actual: String) throws {
    #expect(try misfits(JSONValue(text: expected), JSONValue(text: actual), "screen").count == 1)
  }

  @Test func `a request that no step expects is a difference`() throws {
    let silent = try PresenterCase(
      "silent.jsonl", #"{"case":"","resources":{"menu":"menu"}}"# + "\n" + #"{"at":0,"connect":true}"#)
    #expect(try silent.differences().first?.hasPrefix("silent.jsonl:2: sends: expected ") == true)
  }

  @Test func `a screen that no step expects is a difference`() throws {
    let wrong = try PresenterCase(
      "wrong.jsonl",
      #"{"case":"","resources":{}}"# + "\n" + #"{"at":0,"tick":true,"screen":{"connected":true}}"#)
    #expect(try wrong.differences().first?.hasPrefix("wrong.jsonl:2: screen.connected: expected ") == true)
  }

  @Test func `a value of another shape than its part is shown as it is`() throws {
    var presenter = Presenter([Part("menu", .menu)])
    let text = """
      {"resource":"menu","revision":1,"status":"loaded","isFetching":false,"isStale":false,"coalesced":0,"value":[1],
      "autoPolling":{"enabled":false,"interval":10,"consecutiveFailures":0}}
      """
    let now = Date(timeIntervalSince1970: 0)
    _ = presenter.receive(.stateChanged(try JSONValue(text: text).decoded()), at: now)
    #expect(presenter.screen(at: now)["menu"]?.content == .any([1]))
  }
}
