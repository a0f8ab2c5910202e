import Foundation
import TestSupport
import Testing

/// Conditional requests to a real web server, seen in its own log.
struct FaultConditionalTests {
  @Test func `what has not changed is not sent again`() throws {
    let nginx = try NginxServer(["menu.json": #"[{"name":"Soup","category":"a","spicy":false,"price":1}]"#])
    let daemon = try FaultDaemon([.init(name: "menus", source: nginx.url("/menu.json"))])
    let first = try daemon.refresh("menus")
    let second = try daemon.refresh("menus")
    #expect(second.result?["status"] as? String == "loaded")
    #expect(second.menu == first.menu)
    #expect(second.menu?.count == 1)
    try nginx.write("[]", to: "menu.json")
    #expect(try daemon.refresh("menus").menu?.count == 0)
    nginx.stop()
    #expect(try nginx.accessLog == ["200 /menu.json", "304 /menu.json", "200 /menu.json"])
  }

  @Test func `a failure in between does not forget what is kept`() throws {
    let nginx = try NginxServer(["menu.json": "[]"])
    let daemon = try FaultDaemon([
      .init(name: "menus", source: nginx.url("/menu.json"), lines: ["retry = { attempts = 1 }"])
    ])
    _ = try daemon.refresh("menus")
    nginx.stop()
    #expect(try daemon.refresh("menus").kind == "cannotConnect")
    try nginx.start()
    #expect(try daemon.refresh("menus").result?["status"] as? String == "loaded")
    nginx.stop()
    #expect(try nginx.accessLog == ["200 /menu.json", "304 /menu.json"])
  }
}

extension Message {
  /// The sections of the snapshot's value.
  fileprivate var menu: NSArray? {
    (result?["value"] as? [String: Any])?["sections"] as? NSArray
  }
}
