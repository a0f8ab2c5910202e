import Text

extension SourceAddress {
  /// Everything that it says, credentials included: two addresses with the same fields are the same.
  ///
  /// For digests and comparisons; never to be shown.
  package var wholeFields: [String] {
    switch self {
    case .http(let url): ["http", url.text]
    case .events(let url): ["events", url.text]
    case .file(let path): ["file", path]
    case .command(let command): ["command"] + command.words
    case .stream(let command): ["stream"] + command.words
    case .demo: ["demo"]
    case .template(let template): template.wholeFields
    }
  }

  /// Whether all that it says may be shown.
  package var isPublic: Bool {
    switch self {
    case .file, .demo, .template(.file): true
    case .http, .events, .command, .stream, .template: false
    }
  }

  /// Whether it is asked for over HTTP.
  package var usesHTTP: Bool {
    switch self {
    case .http, .events, .template(.http), .template(.events): true
    case .file, .command, .stream, .demo, .template: false
    }
  }

  /// Whether a program is started for it.
  package var runsProgram: Bool {
    switch self {
    case .command, .stream, .template(.command), .template(.stream): true
    case .http, .events, .file, .demo, .template: false
    }
  }

  /// The same with a path that begins at that folder, if it is a relative one.
  package func beginning(at folder: String) -> SourceAddress {
    switch self {
    case .file(let path): .file(path.beginning(at: folder))
    case .template(.file(let template)):
      FileTemplate(template.text.beginning(at: folder)).map { .template(.file($0)) } ?? self
    case .http, .events, .command, .stream, .demo, .template: self
    }
  }
}

extension SourceTemplate {
  fileprivate var wholeFields: [String] {
    switch self {
    case .http(let template): ["http template", template.text]
    case .events(let template): ["events template", template.text]
    case .file(let template): ["file template", template.text]
    case .command(let template): ["command template"] + template.texts
    case .stream(let template): ["stream template"] + template.texts
    }
  }
}

extension LocationAddress {
  /// Everything that it says, credentials included.
  package var wholeFields: [String] {
    switch self {
    case .route: ["route"]
    case .routeFile(let path): ["route", path]
    case .gpsd(let host, let port): ["gpsd", host, "\(port)"]
    case .gpx(let address): ["gpx", address.path, "\(address.rate)", "\(address.loops)"]
    case .http(let url): ["http", url.text]
    case .file(let path): ["file", path]
    case .command(let command): ["command"] + command.words
    }
  }

  /// Whether all that it says may be shown.
  package var isPublic: Bool {
    switch self {
    case .route, .routeFile, .gpsd, .gpx, .file: true
    case .http, .command: false
    }
  }

  package var usesHTTP: Bool { if case .http = self { true } else { false } }
  package var runsProgram: Bool { if case .command = self { true } else { false } }

  /// The same with a path that begins at that folder, if it is a relative one.
  package func beginning(at folder: String) -> LocationAddress {
    switch self {
    case .routeFile(let path): return .routeFile(path.beginning(at: folder))
    case .file(let path): return .file(path.beginning(at: folder))
    case .gpx(var address):
      address.path = address.path.beginning(at: folder)
      return .gpx(address)
    case .route, .gpsd, .http, .command: return self
    }
  }
}

extension String {
  /// The path, with that folder before it if it is a relative one.
  package func beginning(at folder: String) -> String {
    if utf8.first == UInt8(ascii: "/") { return self }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + self : "\(folder)/\(self)"
  }
}
