import Engine
import OrderedCollections
import Reactor
import StatusCore

extension Server {
  /// What `stats` returns, as metrics of the process: the counters of all its sessions added up.
  ///
  /// - Parameter labels: Labels of every sample.
  package func metrics(in format: MetricsFormat, labels: [MetricLabel] = []) -> String {
    let counters = sessions.counters
    return format.text(
      of: MetricFamily.ofProcess(self, counters) + MetricFamily.ofMessages(counters)
        + MetricFamily.ofFetches(engine.fetchCounts)
        + (engine.storeStatistics.map(MetricFamily.ofStore) ?? []),
      labels: labels)
  }
}

extension MetricFamily {
  @LoopActor
  fileprivate static func ofProcess(_ server: Server, _ counters: SessionCounters) -> [MetricFamily] {
    let build = [MetricLabel("version", Version.current), MetricLabel("protocol", Version.wireProtocol)]
    let process = server.process.now
    return [
      MetricFamily("build", .info, "The version of the daemon.", [Sample(labels: build, value: "1")]),
      MetricFamily(
        "uptime_seconds", .gauge, "Time since the start of the daemon.",
        [Sample(value: "\(server.uptime.seconds)")]),
      MetricFamily("sessions", .gauge, "Sessions that are open.", server.sessions.sessions),
      MetricFamily("resident_memory_bytes", .gauge, "Resident memory.", process.residentMemory),
      MetricFamily("open_descriptors", .gauge, "File descriptors that are open.", process.openDescriptors),
      MetricFamily(
        "log_lines_dropped", .counter, "Lines of the log that were lost.", server.droppedLogLines()),
    ]
      + (counters.traceDropped.map {
        [MetricFamily("trace_lines_dropped", .counter, "Lines of the recorded session that were lost.", $0)]
      } ?? [])
  }

  fileprivate static func ofMessages(_ counters: SessionCounters) -> [MetricFamily] {
    [
      MetricFamily("requests_admitted", .counter, "Requests that reached a method.", counters.admitted),
      MetricFamily("requests_answered", .counter, "Responses to these.", counters.answered),
      MetricFamily(
        "requests_cancelled", .counter, "Requests that the client cancelled.", counters.cancelled),
      MetricFamily("requests_refused", .counter, "Messages that reached no method.", counters.refused),
      MetricFamily("requests_in_flight", .gauge, "Calls that wait.", counters.inFlight),
      MetricFamily(
        "requests_in_flight_max", .gauge, "The most that waited in one session.", counters.inFlightHighWater),
      MetricFamily(
        "notifications", .counter, "Notifications that were sent.",
        counters.notifications.map {
          Sample(labels: [MetricLabel("method", $0.key)], value: "\($0.value)")
        }),
      MetricFamily(
        "notifications_coalesced", .counter, "Notifications that a newer one replaced.",
        counters.notificationsCoalesced),
      MetricFamily("input_messages", .counter, "Frames that were read.", counters.messagesReceived),
      MetricFamily("input_bytes", .counter, "Bytes that were read.", counters.bytesReceived),
      MetricFamily("output_bytes", .counter, "Bytes that were written.", counters.bytesSent),
      MetricFamily("output_backlog_bytes", .gauge, "Output that waits for its reader.", counters.backlog),
      MetricFamily(
        "output_backlog_max_bytes", .gauge, "The most that waited in one session.", counters.backlogHighWater),
      MetricFamily("output_stalls", .counter, "How often output waited and did not move.", counters.stalls),
    ]
  }
}

extension MetricFamily {
  fileprivate static func ofFetches(_ counts: [(name: ResourceName, counts: FetchCounts)]) -> [MetricFamily] {
    func samples(_ value: (FetchCounts) -> Int) -> [Sample] {
      counts.map { Sample(labels: [$0.name.label], value: "\(value($0.counts))") }
    }
    return [
      MetricFamily(
        "fetches", .counter, "Fetches that have ended, by the outcome: ok, or the kind of the failure.",
        counts.flatMap(outcomes)),
      MetricFamily("polls", .counter, "Fetches that nobody waited for.", samples(\.polls)),
      MetricFamily("retries", .counter, "Attempts after the first one of a fetch.", samples(\.retries)),
      MetricFamily("fetched_bytes", .counter, "Bytes of the bodies.", samples(\.bytes)),
      MetricFamily(
        "fetch_duration_seconds", .histogram, "Time from the first attempt of a fetch to its end.",
        counts.flatMap { histogram($0.counts.durations, [$0.name.label]) }),
    ]
  }

  private static func outcomes(_ name: ResourceName, _ counts: FetchCounts) -> [Sample] {
    // A counter begins at 0, so that its first increase is one.
    let ok = ("ok", counts.outcomes[.ok] ?? 0)
    return ([ok] + counts.sortedOutcomes.filter { $0.name != "ok" }).map { outcome, count in
      Sample(labels: [name.label, MetricLabel("outcome", outcome)], value: "\(count)")
    }
  }

  /// The buckets of a histogram of metrics count what shorter ones have too.
  private static func histogram(_ histogram: DurationHistogram, _ labels: [MetricLabel]) -> [Sample] {
    var (samples, total) = ([] as [Sample], 0)
    let bounds = DurationHistogram.bounds.map { "\($0.seconds)" } + ["+Inf"]
    for (bound, count) in zip(bounds, histogram.counts) {
      total += count
      samples.append(
        Sample(suffix: "_bucket", labels: labels + [MetricLabel("le", bound)], value: "\(total)"))
    }
    samples.append(Sample(suffix: "_count", labels: labels, value: "\(total)"))
    samples.append(Sample(suffix: "_sum", labels: labels, value: "\(histogram.sum.seconds)"))
    return samples
  }

  fileprivate static func ofStore(_ store: StoreStatistics) -> [MetricFamily] {
    [
      MetricFamily("store_bytes", .gauge, "What values and history count against the quota.", store.bytes),
      MetricFamily("store_quota_bytes", .gauge, "The most they may take.", store.quota),
      MetricFamily("store_values", .gauge, "Values that are kept.", store.values),
      MetricFamily("store_history", .gauge, "Fetches of the history that are kept.", store.history),
      MetricFamily("store_history_lost", .counter, "Fetches that are missing in it.", store.historyLost),
      MetricFamily("store_failures", .counter, "Reads and writes that failed.", store.failures),
      MetricFamily("store_damaged", .counter, "What was damaged and put aside.", store.damaged),
      MetricFamily("store_working", .gauge, "1 while the store works.", store.problem == nil ? 1 : 0),
    ]
  }
}

extension ResourceName {
  fileprivate var label: MetricLabel { MetricLabel("resource", rawValue) }
}
