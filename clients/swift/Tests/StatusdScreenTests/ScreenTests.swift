import StatusdScreen
import TestSupport
import Testing

/// What a screen does, whatever the transport.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ScreenTests {
  private let daemon = PlayedTransport()

  private func menu(_ screen: Screen) throws -> ScreenPart {
    try #require(screen.parts["menu"])
  }

  @Test func `it is opened with what it was made with`() async throws {
    let main = Part(ResourceID("build", ["branch": "main"]), shape: .any)
    let screen = try await Screen(
      over: daemon, parts: ["main": main, "menu": Part()], location: true, words: .minutes, fetch: .missing)
    let build: JSONValue = ["resource": "build", "arguments": ["branch": "main"], "shape": "any"]
    #expect(
      daemon.calls("openScreen") == [
        [
          "parts": ["main": build, "menu": [:]], "location": true, "words": "minutes", "fetch": "missing",
        ]
      ])
    #expect(screen.isOpen)
    #expect(try menu(screen).content == .value(["n": 1]))
    let all = try await Screen(over: daemon)
    #expect(all.parts.count == 1)
    #expect(daemon.calls("openScreen").last?["parts"] == nil)
  }

  @Test func `one that cannot be opened throws`() async throws {
    daemon.onCall = { _ in throw Refusal() }
    await #expect(throws: Refusal.self) { try await Screen(over: daemon) }
  }

  @Test func `what has changed is assigned, and all else stays`() async throws {
    let screen = try await Screen(over: daemon)
    try daemon.sends(["parts": ["menu": ["spinner": true, "age": .null], "other": ["spinner": true]]])
    try daemon.sends(["alert": .box, "notice": "n", "later": 1])
    await until(screen) { $0.alert != nil }
    #expect(try menu(screen).spinner)
    #expect(try menu(screen).age == nil)
    #expect(try menu(screen).content == .value(["n": 1]))
    #expect(screen.parts.count == 1)
    #expect(screen.notice == "n")
    try daemon.sends(["alert": .null])
    await until(screen) { $0.alert == nil }
    #expect(screen.notice == "n")
  }

  @Test func `a part that comes whole is one more, and its shape may change`() async throws {
    let screen = try await Screen(over: daemon)
    try daemon.sends(["parts": ["late": .part(["resource": "late"])]])
    try daemon.sends(["parts": ["late": ["shape": "text", "content": .null]], "notice": "n"])
    await until(screen) { $0.notice == "n" }
    #expect(screen.parts["late"]?.resource == "late" && screen.parts["late"]?.shape == .text)
    #expect(screen.parts.count == 2)
  }

  @Test func `a change right behind the response is not lost, and those of other screens are passed over`()
    async throws
  {
    daemon.onCall = { [daemon] call in
      if call.method == "openScreen" {
        try daemon.sends(["notice": "mine"])
        try daemon.sends(["notice": "another's"], to: "s2")
      }
    }
    #expect(try await Screen(over: daemon).notice == "mine")
  }

  // MARK: Buttons

  @Test func `presses come in their order, and a result is there when the screen shows what follows`()
    async throws
  {
    let screen = try await Screen(over: daemon)
    daemon.onCall = { [daemon] call in
      if call.params["button"] == "refresh" { try daemon.sends(["parts": ["menu": ["spinner": true]]]) }
    }
    let refresh = screen.press(.refresh("menu"))
    screen.press(.polling("menu", on: false))
    let last = screen.press(.option(.tryAgain, of: "f1"))
    #expect(try await refresh.value.pressed)
    #expect(try menu(screen).spinner)
    _ = try await last.value
    #expect(
      daemon.calls("press") == [
        ["screenId": "s1", "button": "refresh", "part": "menu"],
        ["screenId": "s1", "button": "polling", "part": "menu", "on": false],
        ["screenId": "s1", "button": "option", "failureId": "f1", "optionId": "tryAgain"],
      ])
  }

  @Test func `an option of the client is handed to it`() async throws {
    let screen = try await Screen(over: daemon)
    var performed: [RecoveryOptionID] = []
    screen.onPerform = { performed.append($0.option.id) }
    let option: JSONValue = [
      "id": "openSettings", "title": "Open Settings", "role": "default", "performedBy": "client",
    ]
    daemon.pressed = ["pressed": true, "performs": ["failureId": "f1", "option": option]]
    _ = try await screen.press(.option(.openSettings, of: "f1")).value
    #expect(performed == [.openSettings])
  }

  // MARK: The end of a daemon

  @Test func `when the daemon has ended, values are old and nothing can be pressed`() async throws {
    let polling: JSONValue = ["on": true, "enabled": true, "interval": 10, "next": "in 8 s"]
    daemon.opened = .screen(
      "s1",
      parts: [
        "menu": .part(["spinner": true, "attempt": ["number": 1, "of": 3], "polling": polling]),
        "none": .part(["phase": "error", "content": .null, "failure": .box, "stop": ["enabled": true]]),
      ], location: .place(on: true))
    let screen = try await Screen(over: daemon)
    try daemon.sends(["alert": .box, "notice": "n"])
    daemon.feed?.ended()
    await until(screen) { !$0.isOpen }
    let menu = try menu(screen)
    #expect(menu.phase == .stale)
    #expect(!menu.spinner && menu.attempt == nil && !menu.refresh.enabled)
    #expect(menu.polling == ScreenPolling(on: true, enabled: false, interval: 10))
    let none = try #require(screen.parts["none"])
    #expect(none.phase == .blank)
    #expect(none.failure == nil && !none.stop.enabled)
    #expect(screen.location?.phase == .stale)
    #expect(screen.alert == nil && screen.notice == nil)
    #expect(try await !screen.press(.refresh("menu")).value.pressed)
    #expect(daemon.calls("press").isEmpty)
  }

  @Test func `it is opened again in the next daemon, and what was switched is switched again`() async throws {
    let on: JSONValue = ["on": true, "enabled": true, "interval": 10]
    daemon.opened = .screen("s1", parts: ["menu": .part(["polling": on])], location: .place(on: true))
    let screen = try await Screen(over: daemon)
    daemon.opened = .screen("s7", parts: ["menu": .part()], location: .place(on: false))
    daemon.feed?.ended()
    daemon.feed?.started()
    await until(screen) { $0.location?.on == false }
    _ = try await screen.press(.refresh("menu")).value
    #expect(
      daemon.calls("press") == [
        ["screenId": "s7", "button": "polling", "part": "menu", "on": true],
        ["screenId": "s7", "button": "startLocation"],
        ["screenId": "s7", "button": "refresh", "part": "menu"],
      ])
    try daemon.sends(["notice": "of the screen before"])
    try daemon.sends(["notice": "n"], to: "s7")
    await until(screen) { $0.notice != nil }
    #expect(screen.notice == "n")
  }

  // MARK: Closing

  @Test func `it is closed in the daemon, and not opened again`() async throws {
    let screen = try await Screen(over: daemon)
    await screen.close()
    #expect(daemon.calls("closeScreen") == [["screenId": "s1"]])
    #expect(!screen.isOpen)
    daemon.feed?.ended()
    daemon.feed?.started()
    screen.catchUp()
    _ = try await screen.press(.refresh("menu")).value
    #expect(daemon.calls("openScreen").count == 1)
  }

  @Test func `one that is closed while it is opened again does not stay open`() async throws {
    let screen = try await Screen(over: daemon)
    daemon.opened = .screen("s7", parts: ["menu": .part()])
    await withCheckedContinuation { closed in
      daemon.onCall = { call in
        if call.method == "openScreen" { await screen.close() }
        if call.method == "closeScreen" { closed.resume() }
      }
      daemon.feed?.ended()
      daemon.feed?.started()
    }
    #expect(daemon.calls("closeScreen") == [["screenId": "s7"]])
    #expect(!screen.isOpen)
  }

  @Test func `one whose opening was given up is closed`() async throws {
    await withCheckedContinuation { closed in
      daemon.onCall = { [daemon] call in
        if call.method == "openScreen" { daemon.opening?.cancel() }
        if call.method == "closeScreen" { closed.resume() }
      }
      daemon.opening = Task { _ = try await Screen(over: daemon) }
    }
    await #expect(throws: CancellationError.self) { try await daemon.opening?.value }
  }

  @Test func `one that nobody holds any more is closed`() async throws {
    await withCheckedContinuation { closed in
      daemon.onCall = { call in
        if call.method == "closeScreen" { closed.resume() }
      }
      Task { _ = try await Screen(over: daemon) }
    }
    #expect(daemon.feed == nil)
  }
}

private struct Refusal: Error {}
