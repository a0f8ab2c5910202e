import Engine
import Reactor
import Settings

/// `statusd stop`: ends the shared daemon of a configuration.
struct StopCommand: ConfiguredCommand {
  static let name = "stop"
  static let abstract = "End the shared daemon of this configuration, or all."
  static let discussion = """
    Every session is answered what it has asked for and then ends. stop waits until the daemon is gone; the status is 69 \
    if none runs. With the options of connect it ends the daemon that connect would find.

    Examples:
      statusd stop
      statusd stop --config ~/.config/statusd/fleet.toml
      statusd stop --all
    """

  static var options: [OptionGroup<StopCommand>] {
    let own = OptionGroup<StopCommand>(options: [
      Option(
        "--socket", "path|auto", "The socket of the daemon; auto (the default) is that of the configuration.",
        completion: .file
      ) { stop, given throws(CommandEnd) in
        stop.socket = try given.socket
      },
      Option(flag: "--all", "End every shared daemon of this user.") { $0.isAll = true },
    ])
    return [.configuration, own]
  }

  var settings = CommandLineSettings()
  private var socket: String?
  private var isAll = false

  init() {}

  /// Longer than a daemon drains its sessions by itself.
  private static let patience = Duration.seconds(30)

  func run() throws(CommandEnd) -> CInt {
    do throws(SharingProblem) {
      let places =
        isAll ? RunningDaemon.all().map(\.place) : [try SharedDaemon(settings, socket: socket).place]
      let processes = places.compactMap(RunningDaemon.stop)
      guard isAll || !processes.isEmpty else {
        throw SharingProblem(ExitStatus.unavailable, "no daemon runs at \(places[0].socket)")
      }
      for process in processes where !ForeignProcess.waitForEnd(of: process, within: Self.patience) {
        throw SharingProblem(ExitStatus.temporary, "the daemon, process \(process), has not ended yet")
      }
      return 0
    } catch {
      return error.report()
    }
  }
}
