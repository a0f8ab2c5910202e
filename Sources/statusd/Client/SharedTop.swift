import Engine
import Jansson
import Presenter
import Reactor
import StatusCore
import StatusServer

/// What the table shows of a daemon that others share.
///
/// The daemon notifies of every change. The screen is made of that here, as in the daemon's own process.
@LoopActor
final class SharedTop: TopSource {
  let session: RemoteSession
  private let loop: EventLoop
  private let shapes: [ResourceName: ResourceShape]
  private let subjects: [NamedSubject]
  var machine: ScreenMachine
  var sight = Sight()
  private(set) var picture: TopPicture
  private(set) var refusal: String?
  private(set) var named: ResourceID?
  /// The refreshes that this screen waits for, by the numbers of their requests.
  var refreshes: [ResourceID: Int] = [:]
  /// The location as it is wanted, and the subscription once the daemon has made it.
  var wantsLocation = false
  var subscription: String?
  /// The revision of the selected resource whose past is in the picture, or is being read.
  private var past: (id: ResourceID, revision: Int)?
  private var isMarked = true
  private var onNews: (@LoopActor () -> Void)?
  private lazy var alarm = Alarm(on: loop.timers) { [weak self] in self?.mark() }

  /// - Parameter opening: A session that was begun with ``requests(for:)``.
  init(
    _ subjects: [NamedSubject], _ configuration: Configuration, _ opening: RemoteSession.Opening,
    on loop: EventLoop
  ) {
    (self.subjects, self.loop) = (subjects, loop)
    picture = TopPicture(of: subjects, in: configuration)
    shapes = Dictionary(uniqueKeysWithValues: configuration.resources.map { ($0.name, $0.shape) })
    machine = ScreenMachine(
      [], showsLocation: picture.showsLocation, words: .seconds, showsEveryFailure: true)
    session = RemoteSession(opening, on: loop)
    for entry in picture.entries where entry.parameters == nil { add(ResourceID(entry.name)) }
    for (subject, outcome) in zip(Self.instances(of: subjects), opening.outcomes) {
      judge(outcome, of: subject.id)
    }
    if case .success(let location) = opening.outcome { take(ReceivedLocation(location.bytes)) }
    session.onNotification = { [weak self] in self?.received($0) }
  }

  private static nonisolated func instances(of subjects: [NamedSubject]) -> [NamedSubject] {
    subjects.filter { !$0.arguments.all.isEmpty }
  }

  /// The requests with which the session begins: those that may be refused, and what is known of the location.
  nonisolated static func requests(for subjects: [NamedSubject]) -> [RemoteSession.Request] {
    instances(of: subjects).map { ("setAutoPolling", ClientParams.polling($0.id, true, every: nil)) }
      + [("getLocation", nil)]
  }

  private func judge(_ outcome: RemoteSession.Outcome, of instance: ResourceID) {
    switch outcome {
    case .success:
      add(instance)
      named = named ?? instance
    case .failure(let error): refusal = refusal ?? error.failure.failureReason
    }
  }

  private func add(_ id: ResourceID) {
    guard !machine.parts.contains(where: { $0.resource == id }) else { return }
    machine.add(ScreenPart(id.title, id, shapes[id.name] ?? .any))
    picture.parts = machine.parts
    mark()
  }

  // MARK: What comes

  private func received(_ notification: ReceivedNotification) {
    switch notification {
    case .state(let snapshot): take(snapshot)
    case .location(let location): take(location)
    case .other: break
    }
  }

  private func take(_ received: ReceivedSnapshot?) {
    guard let snapshot = received?.snapshot, machine.parts.contains(where: { $0.resource == snapshot.id })
    else { return }
    sight.resources[snapshot.id] = Sight.Resource(snapshot)
    mark()
  }

  func take(_ location: ReceivedLocation?) {
    guard let location else { return }
    sight.location = location.snapshot
    mark()
  }

  /// Something has happened that the picture may show.
  func mark() { isMarked = true }

  // MARK: The source of a table

  /// Called once, when the daemon is gone.
  var onEnd: (@LoopActor () -> Void)? {
    get { session.onEnd }
    set { session.onEnd = newValue }
  }

  func begin(_ onNews: @escaping @LoopActor () -> Void) {
    self.onNews = onNews
    for part in machine.parts {
      if part.resource.arguments == nil { setPolling(true, of: part.resource) }
      show(part.resource)
    }
    if subjects.contains(where: \.isLocation) { _ = press(.startLocation) }
    update()
  }

  private func show(_ id: ResourceID) {
    session.call("getState", ClientParams.resource(id)) { [weak self] outcome in
      if case .success(let result) = outcome { self?.take(ReceivedSnapshot(result.bytes)) }
    }
  }

  var isSettled: Bool {
    picture.isLocated
      && machine.parts.allSatisfy { part in
        let status = sight.resources[part.resource]?.snapshot.status
        return status == .loaded || status == .failed
      }
  }

  @discardableResult
  func update() -> Bool {
    guard isMarked else { return false }
    isMarked = false
    let screen = machine.look(at: sight, loop.timers.moment)
    alarm.date = machine.wakeAt.map { Instant(sinceOrigin: $0) }
    guard screen != picture.screen else { return false }
    picture.take(screen)
    return true
  }

  func open(
    _ subject: NamedSubject, _ completion: @escaping @LoopActor (Result<ResourceID, TopRefusal>) -> Void
  ) {
    guard shapes[ResourceName(rawValue: subject.name)] != nil else {
      return completion(.failure(TopRefusal(unknown: subject)))
    }
    let id = subject.id
    session.call("setAutoPolling", ClientParams.polling(id, true, every: nil)) { [weak self] outcome in
      guard let self else { return }
      switch outcome {
      case .success:
        add(id)
        show(id)
        update()
        completion(.success(id))
      case .failure(let error): completion(.failure(TopRefusal(error.failure.failureReason)))
      }
    }
  }

  func close() { session.close() }

  // MARK: The selected row

  func show(_ subject: TopSubject?) {
    picture.spread(subject)
    if let id = picture.part(of: subject)?.named.resource { readPast(of: id) } else { past = nil }
  }

  /// A fetch that has ended has another revision.
  private func readPast(of id: ResourceID) {
    guard let snapshot = sight.resources[id]?.snapshot, past?.id != id || !snapshot.isFetching,
      past?.id != id || past?.revision != snapshot.revision
    else { return }
    past = (id, snapshot.revision)
    let params = ClientParams.history(of: id, limit: TopPicture.longestHistory)
    session.call("getHistory", params) { [weak self] outcome in
      guard let self, case .success(let result) = outcome else { return }
      picture.take(FetchSample.received(result), of: id)
      onNews?()
    }
  }
}
