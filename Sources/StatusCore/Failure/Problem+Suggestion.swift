extension Problem {
  /// What to do about JSON that is no fleet or no menu at all: `state` and `menu` take nothing else.
  ///
  /// A fault further in is that of a value which is meant to be one.
  ///
  /// - Returns: Nil where the catalogue's suggestion fits.
  func suggestion(for resource: ResourceName?) -> String? {
    guard kind == .unexpectedShape, let resource, let shape = resource.fixedShape, let path = detail.path,
      path.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= 1
    else { return nil }
    return "\(resource) is always a \(shape). Name another resource for other JSON: --resource NAME=SOURCE."
  }
}

extension ResourceName {
  /// The shape that no configuration changes; nil for one that can be chosen.
  fileprivate var fixedShape: ResourceShape? {
    switch self {
    case .state: .fleet
    case .menu: .menu
    default: nil
    }
  }
}
