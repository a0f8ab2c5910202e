public import Observation
public import StatusdScreen

/// The location: a track of where the daemon's machine has been, with start and stop.
@MainActor @Observable
public final class TrackModel {
  /// Of an hour with a place each second.
  static let longestTrack = 3_600

  /// Whose location it is.
  public let screen: Screen
  /// The places, oldest first.
  public private(set) var track: [Position] = []

  /// Shows the location of `screen`.
  public init(_ screen: Screen) {
    self.screen = screen
  }

  /// What is drawn beside the track.
  public var place: ScreenPlace? { screen.location }

  /// The switch: start and stop.
  public var isOn: Bool {
    get { place?.on ?? false }
    set { screen.press(newValue ? .startLocation : .stopLocation) }
  }

  /// Forgets the track.
  public func clear() {
    track = []
  }

  /// Adds the place of the screen, if it is a new one.
  func follow() {
    guard let place, place.phase == .content, let coordinate = place.coordinate, coordinate != track.last
    else { return }
    track.append(coordinate)
    if track.count > Self.longestTrack { track.removeFirst() }
  }
}
