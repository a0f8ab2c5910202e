import StatusCore

/// The server that all pollers ask: unreachable during the outage, and of limited capacity otherwise.
struct Origin {
  private static let refusal = Duration.milliseconds(1)
  private static let service = Duration.milliseconds(50)

  private let outage: Range<Duration>
  /// The most requests in one second; nil for any number.
  private let capacity: Int?
  private var second: Int64 = 0
  private var served = 0

  init(_ options: Options) {
    outage = .seconds(options.before) ..< .seconds(options.outageEnd)
    capacity = options.capacity == 0 ? nil : options.capacity
  }

  /// How the request of one attempt ends.
  struct Response {
    let date: Duration
    /// Nil for a value.
    let problem: Problem?
  }

  /// A request arrives.
  mutating func response(at now: Duration) -> Response {
    guard !outage.contains(now) else {
      return Response(date: now + Self.refusal, problem: Problem(.cannotConnect))
    }
    if now.components.seconds > second { (second, served) = (now.components.seconds, 0) }
    served += 1
    let isTooMuch = capacity.map { served > $0 } ?? false
    return Response(date: now + Self.service, problem: isTooMuch ? Problem(.serviceUnavailable) : nil)
  }
}
