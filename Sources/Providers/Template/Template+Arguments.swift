import StatusCore

// What all templates demand of arguments.

extension ResourceArguments {
  /// Checks what holds wherever a value goes: it is no longer than the limit and has no U+0000, which ends a string
  /// of the system's.
  ///
  /// Line ends and other control characters are percent-encoded in URLs, are like any other in the name of a file or
  /// a word of a command, and are made visible in sentences and logs.
  func checkValues() throws(ArgumentFault) {
    for argument in all {
      let value = argument.value
      guard value.utf8.count <= Self.valueBytes else {
        throw ArgumentFault(
          argument.name, .range, "must have at most \(Self.valueBytes) bytes, got \(value.utf8.count)")
      }
      guard !value.utf8.contains(0) else {
        throw ArgumentFault(argument.name, .range, "must not hold U+0000")
      }
    }
  }

  /// Checks what holds in a path: no value is empty, and none makes a segment that leads elsewhere.
  func check(inPath path: Template, separators: [UInt8]) throws(ArgumentFault) {
    for name in path.parameters where (self[name] ?? "").isEmpty {
      throw ArgumentFault(name, .range, "must not be empty: it is a part of a path")
    }
    let dots = path.parameters.first { self[$0] == "." || self[$0] == ".." }
    let segments = PathSegments(of: path, with: self, separators: separators)
    guard let name = dots ?? segments.parameterOfDots else { return }
    throw ArgumentFault(name, .range, "must not be “.” or “..”, nor make a segment of a path that is")
  }
}
