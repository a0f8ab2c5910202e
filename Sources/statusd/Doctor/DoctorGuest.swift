import Engine
import Providers
import Reactor
import StatusCore

/// The guest of `statusd doctor`: asks every source once, but those that need arguments.
@LoopActor
final class DoctorGuest: Guest {
  /// So many sources are asked at the same time.
  private static let mostAtOnce = 8

  private let host: Host
  private let engine: Engine
  private let timeout: Duration
  private let owner = Owner("doctor")
  private let onEnd: @LoopActor ([DoctorCheck]) -> Int32
  private var waiting: ArraySlice<Resource>
  private var checks: [Int: DoctorCheck] = [:]
  /// How many resources there are to check.
  private let expected: Int
  private let hasLocation: Bool
  private let isWhole: Bool
  private var location: DoctorCheck?
  private var locationTimer: Timer?

  /// - Parameters:
  ///   - names: The resources that are asked, and the location; none for all.
  ///   - timeout: The most time for each source.
  ///   - onEnd: Called with the checks of the resources, in their order, and of the location; returns the exit
  ///     status.
  init(
    _ configuration: Configuration, of names: [String], timeout: Duration, on host: Host,
    onEnd: @escaping @LoopActor ([DoctorCheck]) -> Int32
  ) {
    (self.host, self.timeout, self.onEnd) = (host, timeout, onEnd)
    var configuration = configuration
    configuration.http.readsCertificates = true
    engine = Engine(configuration, loop: host.loop, logger: host.logger)
    let entries = engine.resources.entries.enumerated().filter {
      names.isEmpty || names.contains($1.name.rawValue)
    }
    expected = entries.count
    waiting = []
    for (number, entry) in entries {
      switch entry {
      case .resource(let resource): waiting.append(resource)
      case .family(let family): checks[number] = DoctorCheck(notAsking: family)
      }
    }
    isWhole = names.isEmpty
    hasLocation = names.isEmpty || names.contains(ResourceName.location.rawValue)
    for _ in 0..<Self.mostAtOnce { fetchNext() }
    if hasLocation { findLocation() } else { endIfDone() }
    if let clock = engine.clock {
      clock.settle()
      while !isOver, let time = clock.timers.timeToNext { clock.advance(by: time) }
    }
  }

  private func fetchNext() {
    guard let resource = waiting.popFirst() else { return }
    let start = engine.timers.now
    let ticket = resource.fetch(Operation("refresh", timeout: timeout))
    ticket.onEnd { [weak self] outcome in
      guard let self else { return }
      var failure: Failure?
      if case .failure(let found) = outcome { failure = found }
      checks[resource.number] = DoctorCheck(
        fetching: resource.name, from: resource.address, failure, resource.lastAttempt,
        after: engine.timers.now - start)
      fetchNext()
      endIfDone()
    }
  }

  private func findLocation() {
    let start = engine.timers.now
    engine.observe(owner) { [weak self] _ in self?.look(since: start, isLate: false) }
    _ = engine.location.subscribe(LocationFilter(), for: owner)
    locationTimer = engine.timers.schedule(after: timeout) { [weak self] in
      self?.look(since: start, isLate: true)
    }
    look(since: start, isLate: false)
  }

  private func look(since start: Instant, isLate: Bool) {
    let snapshot = engine.location.snapshot
    guard hasLocation, location == nil, isLate || snapshot.status != .loading else { return }
    locationTimer?.cancel()
    location = DoctorCheck(
      location: "\(engine.configuration.current.location.source)", snapshot, after: engine.timers.now - start)
    endIfDone()
  }

  private var isOver: Bool { (location != nil || !hasLocation) && checks.count == expected }

  private func endIfDone() {
    guard isOver else { return }
    // The location may be found within the call that subscribes to it.
    host.loop.onNextTurn { [self] in
      engine.forget(owner)
      let found = checks.sorted { $0.key < $1.key }.map(\.value) + [location].compactMap(\.self)
      // Who names a resource has no question about the computer.
      host.end(onEnd(found + (isWhole ? DoctorCheck.libraries(for: engine.configuration.current) : [])))
    }
  }

  func terminate(_ signal: CInt) { host.end(128 + signal) }
  func abandon() { host.end(1) }
  func close() { engine.close(within: Self.patienceForStore) }
}
