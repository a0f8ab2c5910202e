extension Explanation {
  /// libcurl is not there, or does not do its part.
  package enum Library: Hashable, Sendable {
    /// - Parameter words: The dynamic linker's.
    case notLoaded(words: String, on: Distribution?)
    case tooOld(lacking: String)
    case notSetUp
    case noMultiHandle
    case multiOptionRefused
    case noHandle
    case optionRefused(code: Int)
    case notStarted
    case addressNotKept
    case headerNotKept
    /// A host that is no ASCII cannot be converted.
    case noLocale
    case noHostName
  }
}

extension Explanation.Library {
  var english: String {
    switch self {
    case .notLoaded(let words, _): "HTTP needs libcurl, which could not be loaded (\(words))."
    case .tooOld(let name): "HTTP needs a newer libcurl: this one has no \(name)."
    case .notSetUp: "HTTP needs libcurl, which could not be initialized."
    case .noMultiHandle: "libcurl could not create a multi handle."
    case .multiOptionRefused: "libcurl refuses an option of its multi handle."
    case .noHandle: "libcurl could not create a handle."
    case .optionRefused(let code):
      "This libcurl refuses an option of statusd (code \(code)): it may be too old."
    case .notStarted: "libcurl could not start the transfer."
    case .addressNotKept: "libcurl could not keep an address."
    case .headerNotKept: "libcurl could not keep a header."
    case .noLocale: "\(Self.badHost): this computer has no locale C.UTF-8."
    case .noHostName: "\(Self.badHost): write it in its form that begins with xn--."
    }
  }

  private static let badHost = "The host of the URL is not a valid internationalized domain name"
}
