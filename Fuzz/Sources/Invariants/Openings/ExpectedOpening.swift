import JSONRPC

@testable import StatusServer

/// What a connection is by its first bytes, as docs/protocol.md (section 9) says it, and all of them are there.
enum ExpectedOpening: Equatable {
  /// What has come may begin a line or a session.
  case undecided
  case session
  /// Without its LF.
  case line([UInt8])
  case tooLong

  static let mark = Array(#"{"statusd":"#.utf8)

  init(_ stream: [UInt8]) {
    for (index, byte) in Self.mark.enumerated() {
      guard index < stream.count else {
        self = .undecided
        return
      }
      guard stream[index] == byte else {
        self = .session
        return
      }
    }
    let line = stream.prefix { $0 != 0x0A }
    if line.count > 4_096 {
      self = .tooLong
    } else {
      self = line.count < stream.count ? .line(Array(line)) : .undecided
    }
  }
}

/// What a line asks for, by a parser of its own.
struct ExpectedRequest: Equatable {
  let word: String
  var profile: String?
  var framing: String?
  var drainTimeout: Double?

  /// nil for what is none of these lines.
  ///
  /// - Throws: For a text of which this parser says nothing: too deep, or with what jansson cannot hold.
  init?(_ line: [UInt8]) throws(JSONNode.Fault) {
    guard let node = try Self.node(line), let said = node["statusd"]?.string,
      let word = String(validating: said, as: UTF8.self), ["hello", "status", "stop"].contains(word)
    else { return nil }
    self.word = word
    guard word == "hello" else { return }
    framing = Self.word(node["framing"]) ?? "auto"
    drainTimeout = node["drainTimeout"]?.number
    let profile = Self.word(node["profile"]) ?? "serve"
    self.profile = ["serve", "mcp"].contains(profile) ? profile : nil
    guard ["auto", "lines", "headers"].contains(framing), (0...3_600).contains(drainTimeout ?? 0) else {
      return nil
    }
  }

  init(_ request: SharingLine.Request) {
    switch request {
    case .status: word = "status"
    case .stop: word = "stop"
    case .session(let hello):
      word = "hello"
      profile = hello.profile?.rawValue
      framing = hello.framing?.rawValue ?? "auto"
      drainTimeout = hello.drainTimeout.map { $0 / .seconds(1) }
    }
  }

  private static func node(_ line: [UInt8]) throws(JSONNode.Fault) -> JSONNode? {
    guard String(validating: line, as: UTF8.self) != nil else { return nil }
    do throws(JSONNode.Fault) {
      let node = try JSONNode(reading: line, JSONNode.roomy)
      guard node.flaws.isEmpty else { throw .tooManyValues }
      return node
    } catch {
      guard error == .syntax else { throw error }
      return nil
    }
  }

  private static func word(_ node: JSONNode?) -> String? {
    node?.string.flatMap { String(validating: $0, as: UTF8.self) }
  }
}
