public import Observation
@_exported public import StatusdTypes

/// What a person sees of some resources and of the location: draw it as it is, and press its buttons.
///
/// The daemon decides all of it (docs/protocol.md, Screens). Here its changes are put together. The screen is marked as
/// old when the daemon has ended, and opened again in the next one, with polling and the location as they were.
/// It is closed by `close`, or when nobody holds it any more.
@MainActor @Observable
public final class Screen {
  /// By the names that it was opened with.
  public internal(set) var parts: [String: ScreenPart] = [:]
  /// Nil on a screen that was opened without it.
  public internal(set) var location: ScreenPlace?
  /// The one failure to show before the person.
  public internal(set) var alert: ScreenBox?
  /// What the last recovery has done, until the next press.
  public internal(set) var notice: String?
  /// An explanation, until `closeHelp`.
  public internal(set) var help: HelpSection?
  /// Whether a daemon keeps it up to date.
  public private(set) var isOpen = false
  /// The alert that a toolkit has closed; see `isAlertPresented`.
  var closedAlert: String?
  /// Is called behind each change.
  @ObservationIgnored public var onChange: () -> Void = {}
  /// Is called with each option that the client performs itself, such as `openSettings`.
  @ObservationIgnored public var onPerform: (ClientOption) -> Void = { _ in }

  private let transport: any ScreenTransport
  private let params: [String: JSONValue]
  private let feed = ScreenFeed()
  @ObservationIgnored private var id: String?
  /// How many daemons had ended when it was opened last.
  @ObservationIgnored private var life = -1
  @ObservationIgnored private var isClosed = false
  @ObservationIgnored private var lastPress: Task<PressResult, any Error>?

  /// Opens a screen.
  ///
  /// `parts`: by names of your own; nil for every resource that is not parameterised.
  public init(
    over transport: any ScreenTransport, parts: [String: Part]? = nil, location: Bool = false,
    words: Words = .seconds, fetch: Fetch = .none
  ) async throws {
    self.transport = transport
    var params: [String: JSONValue] = [
      "location": .bool(location), "words": .string(words.rawValue), "fetch": .string(fetch.rawValue),
    ]
    params["parts"] = parts.map { .object($0.mapValues(\.json)) }
    self.params = params
    feed.onNews { [weak self] in Task { @MainActor in self?.catchUp() } }
    await transport.follow(feed)
    // In a task that nobody cancels: a screen that the daemon has opened must be closed.
    try await Task { try await open() }.value
    try Task.checkCancellation()
  }

  deinit {
    guard let id else { return }
    Task { [transport] in try await transport.closeScreen(id) }
  }

  /// Cancels what the screen has begun, and ends it.
  ///
  /// What it shows stays, marked as old.
  public func close() async {
    isClosed = true
    guard let closing = id else { return }
    end()
    onChange()
    _ = try? await transport.closeScreen(closing)
  }

  /// Presses a button; those that are pressed one after the other come in that order.
  ///
  /// The result is there when the screen shows what follows. On a screen that is old, nothing can be pressed.
  @discardableResult
  public func press(_ button: Press) -> Task<PressResult, any Error> {
    let press = Task { [lastPress, life] in
      _ = await lastPress?.result
      guard let id, life == self.life else { return PressResult(pressed: false) }
      let result: PressResult = try await transport.result(of: "press", button.params(of: id))
      catchUp()
      if let performs = result.performs { onPerform(performs) }
      return result
    }
    lastPress = press
    return press
  }

  // MARK: The life of the daemon's screen

  private func open() async throws {
    let now = feed.life
    life = now
    let opened: OpenedScreen = try await transport.result(of: "openScreen", params)
    guard !isClosed else {
      _ = try await transport.closeScreen(opened.screenId)
      return
    }
    guard life == now else { return }  // It was opened once more meanwhile.
    let before = (parts: parts, isFollowing: location?.on == true)
    show(opened.screen)
    if feed.life == now {
      id = opened.screenId
      isOpen = true
      switchBack(to: before.parts, isFollowing: before.isFollowing)
    } else {
      markOld()  // The daemon has ended right behind its response.
    }
    catchUp()
    onChange()
  }

  /// Takes what has come.
  package func catchUp() {
    let news = feed.take(id)
    if news.hasEnded { end() }
    if let changes = news.changes { apply(changes) }
    if news.hasStarted, life != feed.life, !isClosed { Task { try await open() } }
    if news.hasEnded || news.changes != nil { onChange() }
  }

  /// Waits for what was pressed.
  package func settle() async {
    _ = await lastPress?.result
  }

  private func end() {
    id = nil
    isOpen = false
    markOld()
  }
}

extension ScreenTransport {
  @discardableResult
  fileprivate func closeScreen(_ id: String) async throws -> JSONValue {
    try await result(of: "closeScreen", ["screenId": .string(id)])
  }
}
