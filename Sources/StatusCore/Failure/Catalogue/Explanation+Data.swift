extension Explanation {
  /// Data that is not what a resource takes, whatever shape it has.
  package enum Data: Hashable, Sendable {
    case notUTF8
    case webPage
    /// Text, where JSON would begin with another character.
    case text
    case notJSON
    /// - Parameters:
    ///   - found: What is wrong there, in a few words.
    ///   - offset: In bytes.
    case syntax(found: String, offset: Int)
    case duplicateName
    case numberRange
    case nullInName
    case unreadable(offset: Int)
    /// A limit is nil where a scenario plays.
    case tooDeep(limit: Int?)
    /// - Parameter key: The key of the configuration that sets the limit, if one does.
    case tooManyValues(limit: Int?, key: String?)
  }

  /// What is wrong with the shape of JSON.
  package enum Shape: Hashable, Sendable {
    /// Both are nouns: `a string`, `a latitude between -90 and 90`.
    case other(found: String, expected: String)
    case missing
    case repeatedID
    /// Not what was expected, whatever it is.
    case notExpected(String?)
  }
}

extension Explanation.Data {
  func english(of origin: LocalOrigin?) -> String {
    let data = origin?.data ?? "The data"
    return switch self {
    case .notUTF8: "\(data) is not UTF-8 text."
    case .webPage:
      origin.map { "\($0.deed) a web page or XML, not JSON." }
        ?? "The data is a web page, not JSON; it may be a login page."
    case .text: "\(origin?.deed ?? "The data is") text, not JSON."
    case .notJSON: "\(data) is not JSON."
    case .syntax(let found, let offset): "\(data) is not JSON: \(found) at byte \(offset)."
    case .duplicateName: "\(data) is not usable JSON: an object has two members with the same name."
    case .numberRange: "\(data) is not usable JSON: a number is too large for a double."
    case .nullInName: "\(data) is not usable JSON: a member's name has U+0000 in it."
    case .unreadable(let offset): "\(data) is not usable JSON: it cannot be read at byte \(offset)."
    case .tooDeep(nil): "\(data) nests too deeply."
    case .tooDeep(let limit?): "\(data) nests deeper than \(limit) levels."
    case .tooManyValues(nil, _): "\(data) has too many values."
    case .tooManyValues(let limit?, let key):
      "\(data) has more than \(limit) values\(key.map { " (\($0))" } ?? "")."
    }
  }
}

extension LocalOrigin {
  /// What it did, up to the object of the sentence.
  fileprivate var deed: String {
    switch self {
    case .program(let name): "\(name) printed"
    case .stream(let name): "\(name) printed a line of"
    case .file(let path), .places(let path): "\(path) holds"
    }
  }

  /// What it gave.
  fileprivate var data: String {
    switch self {
    case .program(let name): "The output of \(name)"
    case .stream(let name): "A line of \(name)"
    case .file(let path), .places(let path): path
    }
  }
}

extension Explanation.Shape {
  func english(at path: String) -> String {
    let place = path.isEmpty ? "The outermost value" : path
    return switch self {
    case .other(let found, let expected): "\(place) is \(found), not \(expected)."
    case .missing: "\(place) is missing."
    case .repeatedID: "\(place) repeats the id of an earlier element."
    case .notExpected(let expected): "\(place) is not \(expected ?? "what was expected")."
    }
  }
}
