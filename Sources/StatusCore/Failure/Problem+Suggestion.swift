extension Problem {
  /// What to do, where another sentence than the catalogue's fits.
  ///
  /// - Parameter shape: The shape of the resource; nil for the location and for requests.
  /// - Returns: Nil where the catalogue's suggestion fits.
  func suggestion(for resource: ResourceName?, _ shape: ResourceShape?) -> String? {
    if kind == .unexpectedShape { return suggestionForOtherJSON(resource, shape) }
    guard kind == .missingData || kind == .malformedData else { return nil }
    guard let origin = detail.url.flatMap({ LocalOrigin(address: $0) }) else { return nil }
    if kind == .missingData { return origin.suggestionForNothing }
    if detail.reason == "utf8" { return origin.suggestionForBytes }
    return shape.map { origin.suggestion(forTextOf: $0) } ?? origin.suggestionForMistake
  }

  /// What to do about JSON that is no fleet or no menu at all, where nobody may have asked for one.
  ///
  /// A fault further in is that of a value which is meant to be one.
  private func suggestionForOtherJSON(_ resource: ResourceName?, _ shape: ResourceShape?) -> String? {
    guard let resource, let shape, resource.usualShape == shape, let path = detail.path,
      path.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= 1
    else { return nil }
    return "\(resource) is a \(shape) if nothing else is said. Set shape = \"any\" for it, or name another "
      + "resource for other JSON: --resource NAME=SOURCE."
  }
}

extension ResourceName {
  /// The shape of a resource that is always there; nil for others.
  fileprivate var usualShape: ResourceShape? {
    switch self {
    case .state: .fleet
    case .menu: .menu
    default: nil
    }
  }
}

extension LocalOrigin {
  fileprivate var suggestionForNothing: String {
    switch self {
    case .program(let name), .stream(let name): "Run \(name) by hand to find the cause, then try again."
    case .file: "Fill the file, then try again."
    case .places: "Add a place to the file, then try again."
    }
  }

  fileprivate var suggestionForBytes: String {
    switch self {
    case .program(let name), .stream(let name): "Have \(name) print UTF-8, then try again."
    case .file, .places: "Convert the file to UTF-8, then try again."
    }
  }

  fileprivate var suggestionForMistake: String {
    switch self {
    case .program(let name), .stream(let name): "Correct what \(name) prints, then try again."
    case .file, .places: "Correct the file, then try again."
    }
  }

  /// What to do about text that is not the JSON of a shape.
  fileprivate func suggestion(forTextOf shape: ResourceShape) -> String {
    guard shape == .any else { return suggestionForMistake }
    let json =
      switch self {
      case .program(let name), .stream(let name): "have \(name) print JSON"
      case .file, .places: "put JSON into the file"
      }
    return
      "Set shape = \"text\" to get it as a string, shape = \"lines\" to get an array of its lines, or \(json)."
  }
}
