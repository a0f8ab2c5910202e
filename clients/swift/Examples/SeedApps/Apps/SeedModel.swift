public import StatusdScreen

/// The four apps over one daemon.
@MainActor
public final class SeedModel {
  /// What all of them show.
  public let live: LiveScreen
  /// The map.
  public let fleet: FleetModel
  /// The menu.
  public let menu: MenuModel
  /// The location.
  public let track: TrackModel
  /// What stands before all of them.
  public let alert: AlertModel

  /// Over a daemon that runs; `live.run` keeps it up to date.
  public init(_ daemon: Statusd) {
    live = LiveScreen(daemon)
    fleet = FleetModel(live)
    menu = MenuModel(live)
    track = TrackModel(live)
    alert = AlertModel(live)
    live.onChange = { [track] in track.follow($0) }
    live.onPerform = { [alert] in alert.perform($0) }
  }
}
