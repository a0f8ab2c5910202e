/// A source on this computer, as the address of a failure names it.
///
/// It has no server, no operator and no pages, so the sentences about those do not fit.
package enum LocalOrigin: Hashable, Sendable {
  /// What a program prints.
  case program(String)
  /// The lines that a program prints.
  case stream(String)
  case file(String)
  /// A file of places: a route, or a track.
  case places(String)

  /// nil for an address elsewhere, and for what is built in.
  package init?(address: String) {
    guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(address[address.utf8.index(after: colon)...])
    switch address[..<colon] {
    case "command": self = .program(name)
    case "stream": self = .stream(name)
    case "file": self = .file(name)
    case "route", "gpx": self = .places(name)
    default: return nil
    }
  }
}
