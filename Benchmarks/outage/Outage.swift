/// Simulates many daemons that poll one origin over an outage, by the daemon's own state machine.
///
/// Prints one line for each second: the requests to the origin, and the pollers whose newest fetch has succeeded.
/// The same arguments, the seed included, give the same output.
@main struct Outage {
  static func main() throws {
    var fleet = try Fleet(Options(CommandLine.arguments.dropFirst()))
    fleet.run { print("\($0.requests) \($0.current)") }
  }
}
