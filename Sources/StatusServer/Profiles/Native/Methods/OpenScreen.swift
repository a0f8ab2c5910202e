import Engine
import JSONRPC
import Jansson
import OrderedCollections
import Presenter
import StatusCore

/// `openScreen`: returns what a person sees of some resources, and publishes its changes.
struct OpenScreen: Method {
  unowned let session: Session
  unowned let profile: NativeProfile

  let signature = MethodSignature(
    "openScreen",
    [
      .optional("parts", .object), .optional("location", .boolean), .optional("words", .string),
      .optional("fetch", .string),
    ])

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let unit = try arguments.choice("words", of: WordUnit.self) ?? .seconds
    let fetch = try arguments.choice("fetch", of: Fetch.self) ?? .none
    try requireRoom()
    if session.server.misconfiguration != nil { return .result(try openBlank(arguments, unit)) }
    let shown = try arguments.parts(of: session.engine)
    let machine = ScreenMachine(
      shown.map(\.part), showsLocation: arguments.boolean("location") ?? false, words: unit)
    let mappings = shown.compactMap(mapping)
    guard !mappings.isEmpty else { return .result(open(machine, of: shown, fetch)) }
    return .later(Wait(operation: Operation(signature.name), resource: nil)) {
      session.engine.perform(mappings).flatMap {
        withExtendedLifetime(mappings) { openLater(machine, arguments, fetch) }
      }
    }
  }

  /// Opens a screen that shows why nothing is served, and whose parts are filled once everything is.
  private func openBlank(_ arguments: Arguments, _ unit: WordUnit) throws(Problem) -> JSONText {
    let machine = ScreenMachine(
      try arguments.namedParts(of: session.engine), showsLocation: arguments.boolean("location") ?? false,
      words: unit)
    let screen = profile.screens.open(machine, of: [], for: session)
    screen.request = arguments
    screen.remind()
    return screen.open()
  }

  /// The work to be done before a part can be shown; nil for none.
  private func mapping(of shown: ShownPart) -> FleetMapping? {
    guard shown.part.shape == .fleet, let value = shown.resource.snapshot.value else { return nil }
    return session.server.maps.mapping(of: value, in: shown.resource.id)
  }

  private func open(_ machine: ScreenMachine, of shown: [ShownPart], _ fetch: Fetch) -> JSONText {
    let resources = OrderedDictionary(shown.map { ($0.resource.id, $0.resource) }) { first, _ in first }
    let screen = profile.screens.open(machine, of: Array(resources.values), for: session)
    if fetch == .missing { screen.fetchMissing() }
    return screen.open()
  }

  /// Opens a screen whose maps were made meanwhile: instances may have gone since, or other screens been opened.
  private func openLater(
    _ machine: ScreenMachine, _ arguments: Arguments, _ fetch: Fetch
  ) -> Result<JSONText, Failure> {
    do throws(Problem) {
      try requireRoom()
      return .success(open(machine, of: try arguments.parts(of: session.engine), fetch))
    } catch {
      return .failure(session.failures.record(error, operation: Operation(signature.name)))
    }
  }

  private func requireRoom() throws(Problem) {
    let limit = session.limits.screens
    guard !profile.screens.isFull(limit) else { throw .tooManyScreens(limit) }
  }

  /// What is fetched when the screen is opened.
  private enum Fetch: String, CaseIterable {
    case none
    /// The parts that have no value.
    case missing
  }
}

extension Problem {
  fileprivate static func tooManyScreens(_ limit: Int) -> Problem {
    Problem(.overloaded, explanation: .request(.tooManyScreens(limit: limit))) { $0.limit = limit }
  }
}
