public import Foundation
public import Observation
@_exported public import StatusdClient
@_exported public import StatusdPresenter

/// A presenter over a running daemon: its requests are made, what comes is given to it, and its clock ticks.
///
/// Views observe `screen`. `run` does the work, for as long as the screen is visible.
@MainActor @Observable
public final class LiveScreen {
  /// What to draw.
  public private(set) var screen: Screen
  /// Is called with each new screen.
  @ObservationIgnored public var onChange: (Screen) -> Void = { _ in }
  /// Is called with each option that the client performs itself, such as `openSettings`.
  @ObservationIgnored public var onPerform: (ClientOption) -> Void = { _ in }

  @ObservationIgnored private var presenter: Presenter
  @ObservationIgnored private var calls: [Int: Task<Void, Never>] = [:]
  private let daemon: Statusd
  private let feed = ScreenFeed()
  private let clock: () -> Date

  /// A screen over `daemon` that is not connected yet.
  ///
  /// `parts`: what it shows, in its order. `clock`: the daemon's, where that is manual.
  public init(
    _ daemon: Statusd, _ parts: [Part] = [Part("state", .fleet), Part("menu", .menu)],
    clock: @escaping () -> Date = { Date() }
  ) {
    self.daemon = daemon
    self.clock = clock
    presenter = Presenter(parts)
    screen = presenter.screen(at: clock())
  }

  /// Keeps the screen up to date, until the task is cancelled or the client is closed.
  ///
  /// Once.
  public func run() async {
    await daemon.listen(feed)
    take(presenter.connect(at: clock()))
    let ticking = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: .seconds(1))
        tick()
      }
    }
    // Its mailbox ends without an error.
    while let event = try? await feed.next() { take(event) }
    ticking.cancel()
    for call in calls.values { call.cancel() }
  }

  /// A person pressed a button.
  ///
  /// One that is not enabled does nothing.
  public func press(_ button: Press) {
    take(presenter.press(button, at: clock()))
  }

  /// Time has passed.
  ///
  /// Once in a second this happens by itself.
  public func tick() {
    take(presenter.tick(at: clock()))
  }

  // MARK: What comes

  private func take(_ event: ScreenFeed.Event) {
    let now = clock()
    switch event {
    case .input(let input):
      if let id = input.responds { calls[id] = nil }
      take(presenter.receive(input, at: now))
    case .started: take(presenter.connect(at: now))
    case .ended: take(presenter.disconnect(at: now))
    }
  }

  // MARK: What the presenter wants

  private func take(_ output: Output) {
    for message in output.sends {
      switch message {
      case .request(let request): begin(request)
      case .cancel(let id): calls[id]?.cancel()
      }
    }
    for chosen in output.performs { onPerform(chosen) }
    let drawn = presenter.screen(at: clock())
    guard drawn != screen else { return }
    screen = drawn
    onChange(drawn)
  }

  private func begin(_ request: Request) {
    calls[request.id] = Task { [daemon, feed] in
      do {
        try await daemon.call(request.call.method, request.call.params, timeout: nil) { message in
          // In the order of what comes: a notification that follows may need to know of it.
          feed.add(.result(id: request.id, try request.call.reply(in: message)))
        }
      } catch let failure as StatusdFailure {
        feed.add(.failure(id: request.id, failure.data))
      } catch is CancellationError, is CallTimedOut {
        feed.add(.failure(id: request.id, nil))
      } catch {
        // The daemon has ended, which the feed is told of by itself.
      }
    }
  }
}

extension Input {
  /// The request that it responds to.
  fileprivate var responds: Int? {
    switch self {
    case .result(let id, _), .failure(let id, _): id
    case .stateChanged, .locationChanged: nil
    }
  }
}

extension Call {
  fileprivate func reply(in message: Data) throws -> Reply {
    func result<Value: Decodable>() throws -> Value {
      try JSONDecoder().decode(ResultMessage<Value>.self, from: message).result
    }
    switch self {
    case .getState, .refresh: return .snapshot(try result())
    case .setAutoPolling: return .polling(try result())
    case .retry: return .recovery(try result())
    case .getHelp: return .help(try result())
    case .subscribeLocation: return .subscription(try result())
    case .unsubscribeLocation: return .unsubscribed
    }
  }
}
