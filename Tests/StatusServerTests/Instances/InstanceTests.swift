import Engine
import EngineTestSupport
import Jansson
import Reactor
import StatusCore
import TestSupport
import Testing

@testable import StatusServer

/// Instances of parameterised resources, as clients see them (docs/protocol.md section 5).
@Suite struct InstanceTests {
  init() {
    EventLoopThread.start()
  }

  @LoopActor
  private func conversation(instances: Int = 256, _ body: (Conversation) throws -> Void) rethrows {
    try converse({ $0.addBranches(instances: instances) }, body)
  }

  @LoopActor @Test func `each set of arguments has a snapshot of its own`() {
    conversation { client in
      client.call("refresh", branch: "main", id: "1")
      client.call("refresh", branch: "next", id: "2")
      client.instances["main"].succeed(.fleet(at: 1))
      client.instances["next"].fail(.notFound)
      let sent = client.read()
      #expect(
        sent.map {
          $0["params.arguments.branch"] ?? $0["result.arguments.branch"] ?? $0["error.data.arguments.branch"]
        }
          == ["main", "next", "main", "main", "next", "next"])
      client.call("getState", branch: "main")
      let main = client.response()
      #expect(main["result.status"] == "loaded" && main["result.revision"] == "2")
      #expect(main["result.value.central.latitude"] == "1")
      client.call("getState", branch: "next")
      let next = client.response()
      #expect(next["result.status"] == "failed" && next["result.failure.arguments.branch"] == "next")
    }
  }

  @LoopActor @Test func `arguments stand behind the name of the resource`() {
    conversation { client in
      client.call("getState", branch: "main")
      #expect(
        client.response().text.description
          == #"{"jsonrpc":"2.0","id":1,"result":{"resource":"branches","arguments":{"branch":"main"},"#
          + #""revision":0,"status":"idle","isFetching":false,"isStale":false,"#
          + #""autoPolling":{"enabled":false,"interval":10,"consecutiveFailures":0}}}"#)
      client.call("setAutoPolling", branch: "main", #","enabled":false"#)
      #expect(client.response().names("result") == ["resource", "arguments", "autoPolling"])
      client.call("refresh", branch: "main")
      client.instances["main"].fail(.notFound)
      #expect(
        client.response().names("error.data").prefix(5) == [
          "failureId", "kind", "operation", "resource", "arguments",
        ])
    }
  }

  @LoopActor @Test func `calls with the same arguments share one fetch`() {
    conversation { client in
      client.call("refresh", branch: "main", id: "1")
      client.call("refresh", #"["branches",null,{"branch":"\u006dain"}]"#, id: "2")
      #expect(client.instances.count == 1 && client.instances["main"].attempts.count == 1)
      client.instances["main"].succeed(.fleet(at: 1))
      #expect(
        client.read().filter { !$0.isNotification }.map(\.description) == [
          "1: branches loaded 2", "2: branches loaded 2",
        ])
    }
  }

  @LoopActor @Test func `arguments are compared by their bytes`() {
    conversation { client in
      client.call("getState", branch: "\u{e9}")
      client.call("getState", branch: "e\u{301}")
      #expect(client.instances.count == 2)
      _ = client.read()
    }
  }

  @LoopActor @Test func `each instance is polled by itself`() {
    conversation { client in
      client.call("setAutoPolling", branch: "main", #","enabled":true,"interval":5"#)
      client.call("setAutoPolling", branch: "next", #","enabled":true,"interval":50"#)
      client.instances["main"].succeed(.fleet(at: 1))
      client.instances["next"].fail()
      client.advance(by: .seconds(10))
      #expect(client.instances["main"].attempts.count == 2 && client.instances["next"].attempts.count == 1)
      client.call("setAutoPolling", branch: "main", #","enabled":false"#)
      client.instances["main"].succeed(.fleet(at: 2))
      _ = client.read()
      client.call("getState", branch: "next")
      #expect(client.response()["result.autoPolling.enabled"] == "true")
    }
  }

  @LoopActor @Test func `retry repeats an operation with its arguments`() {
    conversation { client in
      client.call("refresh", branch: "main")
      client.instances["main"].fail(.connectionLost)
      client.call("refresh", branch: "next")
      client.instances["next"].fail(.connectionLost)
      _ = client.read()
      client.call("retry", #"["f1"]"#)
      #expect(client.instances["main"].attempts.count == 2 && client.instances["next"].attempts.count == 1)
      client.instances["main"].succeed(.fleet(at: 1))
      let response = client.response()
      #expect(response["result.result.arguments.branch"] == "main")
      #expect(response["result.recovered"] == "true")
    }
  }

  @LoopActor @Test func `a success settles the failures of its instance alone`() {
    conversation { client in
      for branch in ["main", "next"] {
        client.call("refresh", branch: branch)
        client.instances[branch].fail(.connectionLost)
      }
      client.call("refresh", branch: "main")
      client.instances["main"].succeed(.fleet(at: 1))
      _ = client.read()
      client.call("retry", #"["f1"]"#)
      #expect(client.response()["error.data.kind"] == "alreadyRecovered")
      client.call("retry", #"["f2","cancel"]"#)
      #expect(client.response()["result.recovered"] == "false")
    }
  }

  @LoopActor @Test func `listResources has the family, and behind it its instances in order`() {
    conversation { client in
      for branch in ["next", "main"] { client.call("getState", branch: branch) }
      _ = client.read()
      client.call("listResources")
      let response = client.response()
      #expect(
        response.all("result.resources", "resource") == ["state", "menu", "branches", "branches", "branches"])
      #expect(response["result.resources.2.parameters.0"] == "branch")
      #expect(response.names("result.resources.2") == ["resource", "parameters"])
      #expect(response.all("result.resources", "arguments.branch") == ["nil", "nil", "nil", "main", "next"])
      #expect(response["result.resources.3.status"] == "idle")
    }
  }

  @LoopActor @Test func `a Retry-After of one keeps all away from their server`() {
    conversation { client in
      client.call("refresh", branch: "main")
      client.instances["main"].fail(.tooManyRequests(retryAfter: .seconds(30)))
      _ = client.read()
      client.call("refresh", branch: "next")
      let response = client.response()
      #expect(response["error.data.kind"] == "tooManyRequests" && response["error.data.retry.after"] == "30")
      #expect(response["error.data.arguments.branch"] == "next")
      #expect(client.instances["next"].attempts.isEmpty)
    }
  }

  @LoopActor @Test func `initialize names the family once`() {
    conversation { client in
      client.call("getState", branch: "main")
      _ = client.read()
      client.call("initialize", "{}")
      let response = client.response()
      #expect(response["result.capabilities.resources.2"] == "branches")
      #expect(response["result.capabilities.resources.3"] == nil)
    }
  }

  @LoopActor @Test func `fetchMenu of a parameterised menu says what to call instead`() {
    converse { configuration in
      configuration.addBranches()
      configuration.resources[1].source = configuration.resources[2].source
    } _: { client in
      client.call("fetchMenu")
      let response = client.response()
      #expect(response["error.data.detail.path"] == "/arguments")
      #expect(response["error.data.detail.reason"] == "missing")
    }
  }
}
