import Engine
import Reactor

/// What makes each method of statusd's own protocol.
@LoopActor
enum NativeMethods {
  typealias Maker = @LoopActor (Session, NativeProfile) -> any Method

  /// Those of a daemon: some depend on how it was started.
  static func makers(of engine: Engine) -> [Maker] {
    if engine.clock == nil, engine.configuration.initial.readScenario == nil { return always }
    var makers = always
    if let clock = engine.clock { makers.append { _, _ in AdvanceClock(clock: clock) } }
    if engine.configuration.initial.readScenario != nil {
      makers.append { session, _ in PlayScenario(engine: session.engine) }
    }
    return makers
  }

  private static let always: [Maker] = [
    { session, _ in CancelRequest(session: session) },
    { _, profile in CloseScreen(profile: profile) },
    { _, _ in Discover() },
    { session, _ in Exit(session: session) },
    { session, _ in FetchMenu(session: session) },
    { _, _ in GetHelp() },
    { session, _ in GetHistory(session: session) },
    { session, _ in GetLocation(session: session) },
    { session, _ in GetState(resources: session.engine.resources, encoder: session.encoder) },
    { session, profile in Initialize(session: session, profile: profile) },
    { session, _ in ListResources(session: session) },
    { session, profile in OpenScreen(session: session, profile: profile) },
    { _, profile in Press(profile: profile) },
    { session, _ in Refresh(session: session) },
    { session, _ in Retry(session: session) },
    { session, _ in SetAutoPolling(session: session) },
    { session, _ in Shutdown(session: session) },
    { session, _ in Stats(session: session) },
    { session, _ in SubscribeLocation(session: session) },
    { session, profile in UnsubscribeLocation(session: session, profile: profile) },
    { session, _ in WaitFor(session: session) },
  ]
}
