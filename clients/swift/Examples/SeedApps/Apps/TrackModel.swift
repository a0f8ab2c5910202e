public import Observation
public import StatusdScreen

/// The location: a track of where the daemon's machine has been, with start and stop.
@MainActor @Observable
public final class TrackModel {
  /// Of an hour with a place each second.
  static let longestTrack = 3_600

  /// The places, oldest first.
  public private(set) var track: [Position] = []
  private let live: LiveScreen

  /// Shows the location of `live`.
  public init(_ live: LiveScreen) {
    self.live = live
  }

  /// What is drawn beside the track.
  public var screen: LocationScreen { live.screen.location }

  /// The switch: start and stop.
  public var isOn: Bool {
    get { screen.isOn }
    set { live.press(newValue ? .startLocation : .stopLocation) }
  }

  /// Forgets the track.
  public func clear() {
    track = []
  }

  /// Adds the place of a screen that has a new one.
  func follow(_ screen: Screen) {
    guard screen.location.phase == .content, let place = screen.location.coordinate, place != track.last
    else { return }
    track.append(place)
    if track.count > Self.longestTrack { track.removeFirst() }
  }
}
