import Reactor
import StatusCore

// What only an instance of a parameterised resource needs: it comes and goes.

extension Resource {
  /// Where a resource begins to count; an instance goes on from where others were.
  struct Beginning {
    let number: Int
    var generation = 0
    var revision = 0
  }

  /// Whether somebody waits for the resource, polls it, recovers from its failure or has yet to be notified of it.
  var isNeeded: Bool {
    machine.isInUse || !tickets.isEmpty || environment.observers.isAwaited(id)
  }

  /// Nobody needs the instance, and it is dropped.
  func close() {
    alarm.date = nil
    environment.failures.ledger.show(nil, of: id)
    environment.store.forget(id)
  }
}
