import Engine
import Presenter
import Reactor
import StatusCore
import StatusServer

/// What the table shows, as the engine has it: opens resources and keeps the picture up to date.
@LoopActor
final class TopSource {
  let server: Server
  let screen: LocalScreen
  private(set) var picture: TopPicture
  private var resources: [Resource]
  /// The generation of the selected resource whose past is in the picture, or is being read.
  private var past: (id: ResourceID, generation: Int)?
  private var isReading = false
  /// The values that were last made into words, and into lines.
  private var summarised: [ResourceID: ResourceValue] = [:]
  private var spread: (id: ResourceID, value: ResourceValue)?

  private let subjects: [NamedSubject]
  /// Why there is no instance with the arguments of a subject; nil if there is one for each.
  private(set) var refusal: String?
  /// The first instance that was named.
  private(set) var named: ResourceID?

  /// Called when the past of the selected resource has been read.
  var onPast: (@LoopActor () -> Void)?

  /// - Parameter subjects: What is shown; none for everything that is configured.
  init(_ server: Server, of subjects: [NamedSubject]) {
    (self.server, self.subjects) = (server, subjects)
    let all = server.engine.resources
    let names = Set(subjects.map(\.name))
    picture = TopPicture(
      entries: all.entries.filter { names.isEmpty || names.contains($0.name.rawValue) }.map { entry in
        if case .family(let family) = entry {
          .init(name: family.name, parameters: family.parameters)
        } else {
          .init(name: entry.name)
        }
      })
    resources = picture.entries.compactMap { all[$0.name.rawValue] }
    let hasLocation = names.isEmpty || names.contains(ResourceName.location.rawValue)
    screen = LocalScreen(server, of: resources, showsLocation: hasLocation, words: .seconds)
    picture.parts = screen.parts
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

  /// Polls everything, and follows the location if it is named.
  func begin() {
    for resource in resources { resource.setPolling(true, for: screen.owner) }
    if subjects.contains(where: { $0.name == ResourceName.location.rawValue }) {
      screen.press(.startLocation)
    }
    update(screen.look())
  }

  /// Whether each resource has its first value or failure, and the location that is followed too.
  var isSettled: Bool {
    let isLocated = screen.look().place.map { !$0.isOn || $0.phase != .loading } ?? true
    return isLocated
      && resources.allSatisfy { $0.snapshot.status == .loaded || $0.snapshot.status == .failed }
  }

  /// Opens an instance, and polls it.
  func open(_ subject: NamedSubject) throws(InstanceProblem) -> ResourceID? {
    guard let resource = try subject.resource(among: server.engine.resources) else { return nil }
    if !resources.contains(where: { $0 === resource }) {
      resources.append(resource)
      screen.add(resource)
      picture.parts = screen.parts
      resource.setPolling(true, for: screen.owner)
    }
    return resource.id
  }

  // MARK: The picture

  /// Takes in the present screen.
  func update(_ screen: Screen) {
    picture.screen = screen
    for (named, part) in zip(picture.parts, screen.parts) where part.value != summarised[named.resource] {
      summarised[named.resource] = part.value
      picture.summaries[named.resource] = part.value.map { ValueSummary(of: $0, named.shape).description }
    }
  }

  /// Has the picture show the value and the past of that row.
  func show(_ subject: TopSubject?) {
    guard let (named, part) = picture.part(of: subject) else {
      (picture.value, picture.history, past, spread) = ([], [], nil, nil)
      return
    }
    if spread?.id != named.resource || spread?.value != part.value {
      spread = part.value.map { (named.resource, $0) }
      picture.value = part.value.map { TopValue.lines(of: $0, named.shape) } ?? []
    }
    readPast(of: named.resource)
  }

  private func readPast(of id: ResourceID) {
    guard let resource = resources.first(where: { $0.id == id }), !isReading,
      past?.id != id || past?.generation != resource.generation
    else { return }
    if past?.id != id { picture.history = [] }
    past = (id, resource.generation)
    switch resource.fetches(since: nil, limit: 100) {
    case .known(let samples): picture.history = samples
    case .waits(let begin):
      isReading = true
      begin().onEnd { [weak self] in self?.read($0, of: id) }
    }
  }

  private func read(_ outcome: Result<Result<[FetchSample], Problem>, Failure>, of id: ResourceID) {
    isReading = false
    if case .success(.success(let samples)) = outcome, past?.id == id { picture.history = samples }
    onPast?()
  }
}
