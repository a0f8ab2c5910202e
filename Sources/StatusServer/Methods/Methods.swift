import JSONRPC
import Reactor

/// Every method that there is.
@LoopActor
enum Methods {
  static func router(_ services: Services, _ session: Session) -> Router<any Method> {
    Router(all(services, session).map { ($0.signature, $0) })
  }

  private static func all(_ services: Services, _ session: Session) -> [any Method] {
    let clock = services.clock.map { AdvanceClock(clock: $0) }
    return [
      CancelRequest(session: session),
      Discover(),
      Exit(session: session),
      FetchMenu(resources: services.resources),
      GetState(resources: services.resources),
      Initialize(session: session),
      ListResources(resources: services.resources),
      Refresh(resources: services.resources),
      Retry(recoveries: services.recoveries),
      SetAutoPolling(resources: services.resources),
      Shutdown(session: session),
      Stats(statistics: services.statistics),
      SubscribeLocation(location: services.location),
      UnsubscribeLocation(location: services.location),
    ] + [clock].compactMap(\.self)
  }
}
