import Reactor
import StatusCore

/// When a server wants to be asked again: the header Retry-After (RFC 9110 section 10.2.3).
enum RetryAfter: Hashable {
  case delay(Duration)
  case moment(Timestamp)

  /// Longer than this no server is believed.
  static let longest = Duration.seconds(3600)

  /// Reads whole seconds or a date; nil for anything else.
  @LoopActor
  init?(_ text: String, dates library: CurlLibrary) {
    let digits = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if digits, !text.isEmpty {
      // What does not fit is longer than what is believed.
      self = .delay(Int32(text).map { .seconds($0) } ?? Self.longest)
    } else if let seconds = library.seconds(ofDate: text) {
      self = .moment(Timestamp(millisecondsSince1970: seconds * 1_000))
    } else {
      return nil
    }
  }

  /// How long to wait from `now`; zero for a moment that has passed.
  func duration(from now: Timestamp) -> Duration {
    switch self {
    case .delay(let delay): min(delay, Self.longest)
    case .moment(let moment):
      min(max(.milliseconds(moment.millisecondsSince1970 - now.millisecondsSince1970), .zero), Self.longest)
    }
  }
}
