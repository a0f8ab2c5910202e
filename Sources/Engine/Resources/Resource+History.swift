import Reactor
package import StatusCore

extension Resource {
  /// The past fetches of a resource.
  package enum Past {
    case known([FetchSample])
    /// The store is asked when `begin` is called.
    case waits(begin: @LoopActor () -> Ticket<Result<[FetchSample], Problem>>)
  }

  /// The newest fetches that ended at a date or later, newest first: those of the store, or of this process where
  /// none can be asked.
  package func fetches(since date: Timestamp?, limit: Int) -> Past {
    guard environment.store.keepsHistory else { return .known(log.newest(since: date, limit: limit)) }
    return .waits { [self] in
      let ticket = Ticket<Result<[FetchSample], Problem>>()
      environment.store.readHistory(of: id, since: date, limit: limit) { [log] outcome in
        ticket.end(with: .success(outcome.map { $0 ?? log.newest(since: date, limit: limit) }))
      }
      return ticket
    }
  }
}
