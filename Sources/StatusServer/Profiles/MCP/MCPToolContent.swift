import Jansson
import StatusCore

/// What a tool returns, for a model that reads texts and for one that reads JSON: each has all of it.
struct MCPToolContent {
  /// A link to what a result has a part of.
  struct Link {
    let uri: MCPURI
    let name: String
    /// The bytes of what a read gives now.
    let size: Int
  }

  /// What is said before the JSON.
  var sentence: String?
  /// An object.
  var structured: JSONText
  var link: Link?
  var isError = false

  init(_ structured: JSONText) { self.structured = structured }

  /// The result of a tool that has failed.
  init(_ failure: Failure) {
    self.init(JSONText { json in json.object { $0.member("failure") { $0.failure(failure) } } })
    sentence = FailureAdvice(failure).description
    isError = true
  }

  /// The result, as a version has it.
  func text(in version: MCPVersion) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("content") { json in
          json.array { json in
            if let sentence { json.textContent { $0.string(sentence) } }
            json.textContent { $0.string(of: structured) }
            if let link { json.link(link, in: version) }
          }
        }
        if version.hasStructuredContent { json.member("structuredContent") { $0.text(structured) } }
        if isError { json.member("isError", true) }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func textContent(_ text: (inout JSONWriter) -> Void) {
    object { json in
      json.member("type", "text")
      json.member("text", text)
    }
  }

  /// Writes a link, which versions without links get as a text.
  fileprivate mutating func link(_ link: MCPToolContent.Link, in version: MCPVersion) {
    guard version.hasStructuredContent else {
      let sentence =
        "All of it, \(link.size) bytes, is the resource \(link.uri); read it with resources/read."
      return textContent { $0.string(sentence) }
    }
    object { json in
      json.member("type", "resource_link")
      json.member("uri", link.uri.description)
      json.member("name", link.name)
      json.member("mimeType", "application/json")
      json.member("size", link.size)
    }
  }
}

/// What a model is told of a failure: what failed, why, and what to call to recover.
struct FailureAdvice: CustomStringConvertible {
  private let failure: Failure

  init(_ failure: Failure) { self.failure = failure }

  var description: String {
    let (reason, separator, suggestion) = failure.message
    return "\(failure.title). \(reason)\(separator)\(suggestion)\n\(recovery)"
  }

  private var recovery: String {
    let options = failure.options.filter { $0.performedBy == .server }
    let names = options.map { "\($0.id.rawValue) (\($0.title))" }.joined(separator: ", ")
    var words = "failureId: \(failure.id.rawValue). retry performs these optionIds: \(names)."
    if let option = options.first(where: { $0.id != .cancel }) {
      words +=
        " To recover, call retry with {\"failureId\":\"\(failure.id.rawValue)\",\"optionId\":\"\(option.id.rawValue)\"}."
    } else if failure.kind == .invalidParams {
      words += " Correct the arguments and call the tool again."
    }
    if let wait = failure.retryAfter {
      words += " The server asks to wait \(Int(wait.seconds.rounded(.up))) s first."
    }
    let others = failure.options.filter { $0.performedBy == .client && $0.id != .showHelp }
    guard !others.isEmpty else { return words }
    let titles = others.map { option in
      let places = [option.key, option.path.map { "in \($0)" }].compactMap(\.self).joined(separator: " ")
      return places.isEmpty ? option.title : "\(option.title) (\(places))"
    }
    return words + " Only a person can do this: \(titles.joined(separator: ", "))."
  }
}
