import Reactor
import StatusCore

/// Who wants what to be polled: it is while anyone wants it, as often as the most eager wants.
extension Simulation {
  /// - Parameter interval: nil keeps the one that the client has named.
  func wish(_ isEnabled: Bool, interval: Duration?, of model: ResourceModel, by client: Int) {
    let former = model.wishes[client]?.interval
    model.wishes[client] = (isEnabled, interval ?? former ?? .seconds(10))
    applyWishes(of: model, intervalWhileOff: interval)
  }

  func withdrawWishes(of client: Int) {
    for model in models {
      model.wishes[client] = nil
      applyWishes(of: model, intervalWhileOff: nil)
    }
  }

  private func applyWishes(of model: ResourceModel, intervalWhileOff: Duration?) {
    let smallest = model.wishes.values.filter(\.isEnabled).map(\.interval).min()
    switchPolling(of: model, smallest != nil, interval: smallest ?? intervalWhileOff ?? model.interval)
  }

  private func switchPolling(of model: ResourceModel, _ isEnabled: Bool, interval: Duration) {
    let (wasPolled, hadInterval) = (model.isPolled, model.interval)
    (model.isPolled, model.interval) = (isEnabled, interval)
    if !isEnabled {
      model.next = nil
    } else if wasPolled {
      if model.next != nil, hadInterval != interval { model.scheduleNext(earliest: now) }
    } else if let flight = model.flight, !flight.isRefused {
      model.joinPoll(at: now)
    } else if let fence = fence(around: model, at: now) {
      model.next = fence.end...fence.end
    } else {
      model.beginPoll(awaitsStart: true, at: now)
    }
  }
}
