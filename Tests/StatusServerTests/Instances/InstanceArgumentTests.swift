import Engine
import EngineTestSupport
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// The param `arguments`, and what is wrong with it.
@Suite struct InstanceArgumentTests {
  init() {
    EventLoopThread.start()
  }

  private static let long = String(repeating: "a", count: 1_025)

  /// The params of `getState`, then the reason, the path and the suggestion of its failure.
  private static let faults: [(String, String, String, String?)] = [
    (#"{"resource":"branches"}"#, "missing", "/arguments", nil),
    (#"{"resource":"branches","arguments":null}"#, "missing", "/arguments", nil),
    (#"{"resource":"branches","arguments":{}}"#, "missing", "/arguments/branch", nil),
    (#"["branches",{}]"#, "missing", "/1/branch", nil),
    (#"{"resource":"branches","arguments":[]}"#, "type", "/arguments", nil),
    (#"{"resource":"branches","arguments":"main"}"#, "type", "/arguments", nil),
    (#"{"resource":"branches","arguments":{"branch":7}}"#, "type", "/arguments/branch", nil),
    (#"{"resource":"branches","arguments":{"branch":null}}"#, "type", "/arguments/branch", nil),
    (#"{"resource":"branches","arguments":{"brnch":"a"}}"#, "unknown", "/arguments/brnch", "branch"),
    (#"{"resource":"branches","arguments":{"branch":"a","host":"b"}}"#, "unknown", "/arguments/host", nil),
    (#"{"resource":"branches","arguments":{"a/b":[]}}"#, "unknown", "/arguments/a~1b", nil),
    (#"{"resource":"branches","arguments":{"branch":"\#(long)"}}"#, "range", "/arguments/branch", nil),
    (#"{"resource":"branches","arguments":{"branch":"a\u0000b"}}"#, "range", "/arguments/branch", nil),
    (#"{"resource":"branches","arguments":{"branch":"a/b"}}"#, "range", "/arguments/branch", nil),
    (#"{"resource":"menu","arguments":{"branch":"a"}}"#, "unknown", "/arguments", nil),
    (#"{"resource":"menu","arguments":{}}"#, "unknown", "/arguments", nil),
    (#"{"arguments":{"branch":"a"}}"#, "unknown", "/arguments", nil),
    (#"["menu",{"branch":"a"}]"#, "unknown", "/1", nil),
  ]

  @LoopActor @Test(arguments: faults)
  func `wrong arguments are refused with their place`(
    params: String, reason: String, path: String, suggestion: String?
  ) {
    converse({ $0.addBranches() }) { client in
      client.call("getState", params)
      let response = client.response()
      #expect(response["error.code"] == "-32602")
      #expect(response["error.data.detail.reason"] == reason)
      #expect(response["error.data.detail.path"] == path)
      #expect(response["error.data.detail.suggestion"] == suggestion)
      #expect(client.instances.count == 0)
      // A value may be anybody's business.
      #expect(!response.text.description.contains("aaaaaaaaaa"))
    }
  }

  @LoopActor @Test func `a value may have 1,024 bytes`() {
    converse({ $0.addBranches() }) { client in
      client.call("getState", branch: String(repeating: "\u{e4}", count: 512))
      #expect(client.response()["result.status"] == "idle")
    }
  }

  @LoopActor @Test func `state may be parameterised, and needs no name`() {
    converse { configuration in
      configuration.addBranches()
      configuration.resources[0].source = configuration.resources[2].source
    } _: { client in
      client.call("getState", #"{"arguments":{"branch":"a"}}"#)
      #expect(client.response().names("result").prefix(2) == ["resource", "arguments"])
      client.call("getState")
      #expect(client.response()["error.data.detail.reason"] == "missing")
    }
  }

  @LoopActor @Test func `the nearest name is suggested of a parameterised resource, too`() {
    converse({ $0.addBranches() }) { client in
      client.call("getState", #"{"resource":"branch","arguments":{}}"#)
      #expect(client.response()["error.data.detail.suggestion"] == "branches")
    }
  }

  @LoopActor @Test func `a resource that takes none may be given null`() {
    converse({ $0.addBranches() }) { client in
      client.call("getState", #"{"resource":"menu","arguments":null}"#)
      #expect(client.response()["result.resource"] == "menu")
    }
  }
}
