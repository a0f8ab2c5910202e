/// Polling as it was switched here: what the next process is asked for.
package struct PollingWishes: Sendable {
  /// In the order in which the resources were switched first.
  private var order: [ResourceID] = []
  private var wishes: [ResourceID: AutoPolling] = [:]

  package init() {}

  package mutating func remember(_ polling: ResourcePolling) {
    if wishes.updateValue(polling.autoPolling, forKey: polling.id) == nil { order.append(polling.id) }
  }

  /// What was switched, and how.
  package var all: [(id: ResourceID, polling: AutoPolling)] {
    order.compactMap { id in wishes[id].map { (id, $0) } }
  }
}
