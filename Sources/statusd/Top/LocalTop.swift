import Engine
import Presenter
import Reactor
import StatusCore
import StatusServer

/// What the table shows of the engine of this process.
@LoopActor
final class LocalTop: TopSource {
  private let server: Server
  private let screen: LocalScreen
  private(set) var picture: TopPicture
  private var resources: [Resource]
  /// The generation of the selected resource whose past is in the picture, or is being read.
  private var past: (id: ResourceID, generation: Int)?
  private var isReading = false

  private let subjects: [NamedSubject]
  private(set) var refusal: String?
  private(set) var named: ResourceID?
  private var onNews: (@LoopActor () -> Void)?

  /// - Parameter subjects: What is shown; none for everything that is configured.
  init(_ server: Server, of subjects: [NamedSubject], in picture: TopPicture) {
    (self.server, self.subjects, self.picture) = (server, subjects, picture)
    let all = server.engine.resources
    resources = picture.entries.compactMap { all[$0.name.rawValue] }
    screen = LocalScreen(server, of: resources, showsLocation: picture.showsLocation, words: .seconds)
    self.picture.parts = screen.parts
    openNamed()
  }

  private func openNamed() {
    for subject in subjects where !subject.arguments.all.isEmpty {
      do throws(InstanceProblem) {
        let id = try open(subject)
        named = named ?? id
      } catch {
        refusal = subject.sentence(
          of: error, among: server.engine.resources, for: "the command is: statusd top")
        return
      }
    }
  }

  func begin(_ onNews: @escaping @LoopActor () -> Void) {
    self.onNews = onNews
    for resource in resources { resource.setPolling(true, for: screen.owner) }
    if subjects.contains(where: \.isLocation) { screen.press(.startLocation) }
    picture.take(screen.look())
  }

  var isSettled: Bool {
    picture.isLocated
      && resources.allSatisfy { $0.snapshot.status == .loaded || $0.snapshot.status == .failed }
  }

  @discardableResult
  func update() -> Bool {
    guard let screen = screen.change() else { return false }
    picture.take(screen)
    return true
  }

  func press(_ button: Button) -> PressResult { screen.press(button) }

  func open(
    _ subject: NamedSubject, _ completion: @escaping @LoopActor (Result<ResourceID, TopRefusal>) -> Void
  ) {
    do throws(InstanceProblem) {
      guard let id = try open(subject) else { return completion(.failure(TopRefusal(unknown: subject))) }
      picture.take(screen.look())
      completion(.success(id))
    } catch {
      let sentence = subject.sentence(of: error, among: server.engine.resources, for: "as in")
      completion(.failure(TopRefusal(sentence)))
    }
  }

  /// - Returns: nil if no resource has that name.
  private func open(_ subject: NamedSubject) throws(InstanceProblem) -> ResourceID? {
    guard let resource = try subject.resource(among: server.engine.resources) else { return nil }
    if !resources.contains(where: { $0 === resource }) {
      resources.append(resource)
      screen.add(resource)
      picture.parts = screen.parts
      resource.setPolling(true, for: screen.owner)
    }
    return resource.id
  }

  func close() { server.engine.close(within: TopGuest.patienceForStore) }

  // MARK: The selected row

  func show(_ subject: TopSubject?) {
    picture.spread(subject)
    if let id = picture.part(of: subject)?.named.resource { readPast(of: id) } else { past = nil }
  }

  private func readPast(of id: ResourceID) {
    guard let resource = resources.first(where: { $0.id == id }), !isReading,
      past?.id != id || past?.generation != resource.generation
    else { return }
    past = (id, resource.generation)
    switch resource.fetches(since: nil, limit: TopPicture.longestHistory) {
    case .known(let samples): picture.take(samples, of: id)
    case .waits(let begin):
      isReading = true
      begin().onEnd { [weak self] in self?.read($0, of: id) }
    }
  }

  private func read(_ outcome: Result<Result<[FetchSample], Problem>, Failure>, of id: ResourceID) {
    isReading = false
    if case .success(.success(let samples)) = outcome { picture.take(samples, of: id) }
    onNews?()
  }
}
