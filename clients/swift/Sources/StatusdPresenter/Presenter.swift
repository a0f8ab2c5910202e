public import Foundation
internal import StatusdTypes

/// What a screen shows: messages, presses and the clock go in, a screen and requests come out.
///
/// docs/presenter.md explains it, and schema/presenter has the cases that it passes, as every client's presenter does.
/// It has no I/O and no clock: `now` is the daemon's.
public struct Presenter: Sendable {
  var model: Model
  private var lastID = 0

  /// `parts`: what the screen shows, in its order.
  public init(_ parts: [Part] = [Part("state", .fleet), Part("menu", .menu)]) {
    model = Model(parts)
  }

  /// What to draw.
  public func screen(at now: Date) -> Screen {
    model.screen(at: Moment(now))
  }

  // MARK: Events

  /// A daemon was started, for the first time or again.
  public mutating func connect(at now: Date) -> Output {
    model.isConnected = true
    model.session = Session()
    let states = model.parts.map { request(.getState($0.resource)) }
    let wishes = model.wishes.all.map { id, polling in
      request(.setAutoPolling(id, isEnabled: polling.enabled, interval: polling.interval))
    }
    return output(states + wishes)
  }

  /// The daemon has ended, and what it was asked will have no response.
  public mutating func disconnect(at now: Date) -> Output {
    model.isConnected = false
    model.session = Session()
    return Output()
  }

  /// A notification came, or the response to a request of this presenter.
  public mutating func receive(_ input: Input, at now: Date) -> Output {
    take(input, at: Moment(now))
    return output([])
  }

  /// Time has passed: once a second while the screen is visible.
  ///
  /// A poll that brought an equal value sends nothing, so what became of it is asked for: otherwise the value would
  /// grow old on the screen, and the next poll would be overdue for ever.
  public mutating func tick(at now: Date) -> Output {
    let moment = Moment(now)
    let overdue = model.parts.filter { model.isOverdue($0, at: moment) }
    return Output(sends: overdue.map { request(.getState($0.resource)) })
  }

  /// A person pressed a button.
  ///
  /// One that is not enabled does nothing.
  public mutating func press(_ button: Press, at now: Date) -> Output {
    switch button {
    case .refresh(let name):
      guard let part = model.part(name), model.canRefresh(part) else { return output([]) }
      return output([request(.refresh(part.resource))])
    case .stop(let name):
      return output(model.part(name).map { model.stoppable($0).map { cancel($0.id) } } ?? [])
    case .polling(let name):
      guard let part = model.part(name), model.canSwitch(part) else { return output([]) }
      let isEnabled = !model.isPolled(part)
      return output([request(.setAutoPolling(part.resource, isEnabled: isEnabled, interval: nil))])
    case .startLocation: model.wantsLocation = true
    case .stopLocation: model.wantsLocation = false
    case .closeHelp: model.help = nil
    case .option(let option, let failureId): return choose(option, of: failureId)
    }
    return output([])
  }

  // MARK: What goes out

  /// What an event brings about: `sends`, the alerts of now, and what the location needs.
  private mutating func output(_ sends: [Message]) -> Output {
    model.prune()
    return Output(sends: sends + locationRequest())
  }

  /// At most one of subscribing and unsubscribing is under way; afterwards the wish of then is compared.
  private mutating func locationRequest() -> [Message] {
    let isUnderWay = model.session.calls.contains { request in
      switch request.call {
      case .subscribeLocation, .unsubscribeLocation: true
      default: false
      }
    }
    guard model.isConnected, !isUnderWay else { return [] }
    switch (model.wantsLocation, model.session.subscription) {
    case (true, nil): return [request(.subscribeLocation)]
    case (false, let subscription?): return [request(.unsubscribeLocation(subscriptionId: subscription))]
    case (true, _?), (false, nil): return []
    }
  }

  private mutating func choose(_ id: RecoveryOptionID, of failureId: String) -> Output {
    guard let failure = model.openFailures.first(where: { $0.failureId == failureId }),
      let option = failure.recoveryOptions.first(where: { $0.id == id }), model.isEnabled(id, of: failureId)
    else { return Output() }
    if option.performedBy == .server { return output([request(.retry(failureId: failureId, option: id))]) }
    if id == .showHelp { return output([request(.getHelp(anchor: failure.helpAnchor))]) }
    return Output(performs: [ClientOption(failureId: failureId, option: option)])
  }

  private mutating func request(_ call: Call) -> Message {
    lastID += 1
    let request = Request(id: lastID, call: call)
    model.session.calls.append(request)
    return .request(request)
  }

  private mutating func cancel(_ id: Int) -> Message {
    model.session.cancelled.insert(id)
    return .cancel(id)
  }
}
