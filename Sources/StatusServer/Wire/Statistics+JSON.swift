import Engine
import Jansson
import OrderedCollections
import Reactor
import StatusCore

extension JSONWriter {
  /// Writes the result of `stats`.
  @LoopActor
  mutating func statistics(of session: Session) {
    let (statistics, engine) = (session.statistics, session.engine)
    object { json in
      json.member("sessions", session.server.sessions.sessions)
      json.member("requests") { $0.requests(statistics) }
      json.member("notifications") { $0.notifications(statistics) }
      json.member("fetches") { json in
        json.array(of: engine.fetched) { $0.fetches(of: $1.name, $1.counts) }
      }
      json.member("input") { json in
        json.object { json in
          json.member("bytes", statistics.bytesReceived)
          json.member("messages", statistics.messagesReceived)
        }
      }
      json.member("output") { $0.output(statistics) }
      json.member("log") { json in json.object { $0.member("dropped", session.server.droppedLogLines()) } }
      if let dropped = statistics.traceDropped {
        json.member("trace") { json in json.object { $0.member("dropped", dropped) } }
      }
      if let store = engine.storeStatistics { json.member("store") { $0.store(store) } }
      json.member("uptime", statistics.uptime.seconds)
      if session.server.isShared { json.member("daemon") { $0.daemon(session.server) } }
      let process = session.server.process.now
      json.member("memory") { json in json.object { $0.member("resident", process.residentMemory) } }
      json.member("descriptors") { json in json.object { $0.member("open", process.openDescriptors) } }
    }
  }

  @LoopActor
  private mutating func daemon(_ server: Server) {
    let totals = server.sessions
    object { json in
      json.member("pid", ThisProcess.id)
      json.member("version", Version.current)
      json.member("uptime", server.uptime.seconds)
      json.member("sessions", totals.sessions)
      json.member("sessionsHighWater", totals.sessionsHighWater)
      json.member("sessionsTotal", totals.sessionsTotal)
      json.member("inFlight", totals.inFlight)
      json.member("backlog", totals.backlog)
    }
  }

  @LoopActor
  private mutating func notifications(_ statistics: Statistics) {
    object { json in
      json.member("sent", statistics.notificationsSent)
      json.member("coalesced", statistics.notificationsCoalesced)
      for (method, count) in statistics.notifications {
        json.member(named: method) { $0.integer(count) }
      }
    }
  }

  private mutating func fetches(of name: ResourceName, _ counts: FetchCounts) {
    object { json in
      json.member("resource", name.rawValue)
      json.member("outcomes") { json in
        json.object { json in
          for (outcome, count) in counts.sortedOutcomes { json.member(named: outcome) { $0.integer(count) } }
        }
      }
      json.member("polls", counts.polls)
      json.member("retries", counts.retries)
      json.member("bytes", counts.bytes)
      json.member("duration") { $0.histogram(counts.durations) }
    }
  }

  private mutating func histogram(_ histogram: DurationHistogram) {
    object { json in
      json.member("sum", histogram.sum.seconds)
      json.member("bounds") { $0.array(of: DurationHistogram.bounds) { $0.number($1.seconds) } }
      json.member("counts") { $0.array(of: histogram.counts) { $0.integer($1) } }
    }
  }

  private mutating func store(_ store: StoreStatistics) {
    object { json in
      json.member("path", store.path)
      json.member("bytes", store.bytes)
      json.member("quota", store.quota)
      json.member("values", store.values)
      json.member("history", store.history)
      json.member("historyLost", store.historyLost)
      json.member("failures", store.failures)
      json.member("damaged", store.damaged)
      json.member("problem", store.problem?.rawValue)
    }
  }

  @LoopActor
  private mutating func requests(_ statistics: Statistics) {
    object { json in
      json.member("admitted", statistics.admitted)
      json.member("answered", statistics.answered)
      json.member("cancelled", statistics.cancelled)
      json.member("refused", statistics.refused)
      json.member("inFlight", statistics.inFlight)
      json.member("inFlightHighWater", statistics.inFlightHighWater)
    }
  }

  @LoopActor
  private mutating func output(_ statistics: Statistics) {
    object { json in
      json.member("bytes", statistics.bytesSent)
      json.member("backlog", statistics.backlog)
      json.member("backlogHighWater", statistics.backlogHighWater)
      json.member("stalls", statistics.stalls)
    }
  }
}

extension FetchCounts {
  /// By their names, so that equal counts are equal texts.
  var sortedOutcomes: [(name: String, count: Int)] {
    outcomes.map { ($0.rawValue, $1) }.sorted { $0.name < $1.name }
  }
}
