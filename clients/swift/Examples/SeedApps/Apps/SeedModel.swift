public import Observation
public import StatusdClient

/// Small apps over one daemon: everything that is configured, the location, and what stands before them.
@MainActor @Observable
public final class SeedModel {
  /// Every resource that is not parameterised, and the location.
  public let screen: Screen
  /// `state` and `menu` first.
  public let parts: [PartModel]
  /// The parameterised resources.
  public let families: [FamilyModel]
  /// The location.
  public let track: TrackModel
  /// What the client was asked to do itself, until it is done: open the settings, or an option of the user's own.
  public var request: ClientOption?
  /// What was shown last is the newest.
  @ObservationIgnored public var onChange: () -> Void = {}

  /// Over a daemon that runs.
  public init(_ daemon: Statusd) async throws {
    let screen = try await daemon.screen(location: true)
    self.screen = screen
    let demo = ["state", "menu"].filter { screen.parts[$0] != nil }
    let names = demo + screen.parts.keys.filter { !demo.contains($0) }.sorted()
    parts = names.map { PartModel(screen, $0) }
    families = try await daemon.listResources().compactMap { row in
      guard case .family(let family) = row else { return nil }
      return FamilyModel(family, over: daemon)
    }
    track = TrackModel(screen)
    let perform: (ClientOption) -> Void = { [weak self] in self?.request = $0 }
    screen.onPerform = perform
    for family in families { family.onPerform = perform }
    screen.onChange = { [weak self] in
      self?.track.follow()
      self?.onChange()
    }
  }

  /// The part of this name.
  public subscript(name: String) -> PartModel? {
    parts.first { $0.name == name }
  }
}
