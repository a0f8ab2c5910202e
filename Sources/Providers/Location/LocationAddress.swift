import Text

/// The source of the location, as `location.source` names it (docs/configuration.md).
package enum LocationAddress: Hashable, Sendable, CustomStringConvertible {
  /// `route`: built in.
  case route
  /// `route:FILE`; a relative path begins at the working directory.
  case routeFile(String)
  /// `gpsd://HOST:PORT`; 2947 without a port. An IPv6 address stands in brackets, and here without them.
  case gpsd(host: String, port: UInt16)
  /// `gpx:FILE?rate=N&loop=1`.
  case gpx(GPXAddress)
  /// `https://…` or `http://…`: asked after each interval, as are the next two.
  case http(HTTPURL)
  /// `file:PATH`; a relative path begins at the working directory.
  case file(String)
  /// `command:PROGRAM ARGS…`: words quoted as in a shell, and no shell.
  case command(Command)

  package init(_ text: String) throws(LocationAddressError) {
    if text == "route" {
      self = .route
    } else if let path = text.dropping(prefix: "route:") {
      self = .routeFile(try Self.path(path, after: "route:"))
    } else if let query = text.dropping(prefix: "gpx:") {
      self = .gpx(try GPXAddress(query))
    } else if let authority = text.dropping(prefix: "gpsd://") {
      self = try Self.gpsd(authority)
    } else {
      self = try Self.fetched(text)
    }
  }

  /// Without credentials, query values and the arguments of a command.
  package var description: String {
    switch self {
    case .route: "route"
    case .routeFile(let path): "route:\(path)"
    case .gpsd(let host, let port): "gpsd://\(host.holds(":") ? "[\(host)]" : host):\(port)"
    case .gpx(let address): "gpx:\(address.path)"
    case .http(let url): url.redacted
    case .file(let path): "file:\(path)"
    case .command(let command): command.redacted
    }
  }

  /// Whether the location is fetched after each interval, as a resource is polled.
  package var isFetched: Bool {
    switch self {
    case .http, .file, .command: true
    case .route, .routeFile, .gpsd, .gpx: false
    }
  }

  static func path(_ text: String, after scheme: String) throws(LocationAddressError) -> String {
    guard !text.isEmpty else { throw LocationAddressError("“\(scheme)” must be followed by a path") }
    guard !text.utf8.contains(0) else {
      throw LocationAddressError("the path after “\(scheme)” holds a zero byte")
    }
    guard let path = HomePath.expanded(text) else {
      throw LocationAddressError(.withoutHome(after: scheme))
    }
    return path
  }
}

// MARK: Forms

extension LocationAddress {
  private static let ownForms = ["route", "route:FILE", "gpsd://HOST:PORT", "gpx:FILE"]
  private static let schemes = SourceAddress.Scheme.allCases.filter(\.canLocate)

  /// How one may be written, as help and documentation name it.
  package static var fullForms: [String] { ownForms + schemes.map(\.fullForm) }

  fileprivate static var forms: [String] { ownForms + schemes.map(\.form) }
}

// MARK: Sources that are fetched

extension LocationAddress {
  /// A source as resources have them, if one attempt after the other can bring the location from it.
  private static func fetched(_ text: String) throws(LocationAddressError) -> LocationAddress {
    guard SourceAddress.Scheme(of: text) != nil else { throw .unknown }
    let address: SourceAddress
    do throws(SourceAddressError) {
      address = try SourceAddress(text)
    } catch {
      throw LocationAddressError(error.expectation)
    }
    switch address {
    case .http(let url): return .http(url)
    case .file(let path): return .file(path)
    case .command(let command): return .command(command)
    case .template: throw LocationAddressError("the source of a location must have no parameters")
    case .stream, .events:
      let live = SourceAddress.Scheme.allCases.reversed().filter(\.isLive).map(\.prefix)
      throw LocationAddressError(
        "a location is fetched after each interval; \(live.joined(separator: " and ")) are for resources")
    case .demo: throw .unknown
    }
  }
}

// MARK: gpsd

extension LocationAddress {
  /// The port that IANA knows gpsd by.
  package static let gpsdPort: UInt16 = 2947

  private static func gpsd(_ authority: String) throws(LocationAddressError) -> LocationAddress {
    let authority = authority.ends(with: "/") ? String(Substring(authority.utf8.dropLast())) : authority
    let isPlain = authority.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?#@%\\".utf8.contains($0) }
    let (host, port) = isPlain ? try parts(of: authority) : ("", nil)
    guard !host.isEmpty, !host.holds("]"), host.utf8.count <= 253 else {
      throw LocationAddressError("“gpsd://” must be followed by a host, without credentials or a path")
    }
    guard let port else { return .gpsd(host: host, port: gpsdPort) }
    guard port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt16(port), number > 0 else {
      throw LocationAddressError("the port of gpsd must be 1 to 65535")
    }
    return .gpsd(host: host, port: number)
  }

  /// Host and port; an IPv6 address has colons of its own and stands in brackets.
  private static func parts(
    of authority: String
  ) throws(LocationAddressError) -> (host: String, port: String?) {
    if let sides = authority.dropping(prefix: "[")?.cut(at: "]") {
      let (host, rest) = (String(sides.before), String(sides.behind))
      if rest.isEmpty { return (host, nil) }
      return (host, rest.dropping(prefix: ":") ?? "")
    }
    guard let sides = authority.cut(at: ":") else { return (authority, nil) }
    guard !sides.behind.holds(":") else {
      throw LocationAddressError("an IPv6 address must stand in brackets")
    }
    return (String(sides.before), String(sides.behind))
  }
}

/// Why a string names no source of the location.
package struct LocationAddressError: Error, Hashable, CustomStringConvertible {
  /// What was expected, as a sentence without its full stop; says nothing of what was got.
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  fileprivate static let unknown = LocationAddressError(
    "a location must be \(LocationAddress.forms.alternatives)")
}

extension String {
  /// What follows that prefix; nil without it.
  func dropping(prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(utf8.dropFirst(prefix.utf8.count)) : nil
  }
}
