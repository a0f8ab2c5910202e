internal import Foundation
public import StatusdTypes

/// The params of a request, by name.
public typealias Params = [String: JSONValue]

/// A request, or a notification where there is no id.
struct OutgoingMessage: Encodable {
  let jsonrpc = "2.0"
  var id: Int?
  let method: String
  /// An object by name, an array by position.
  let params: JSONValue?

  func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

/// What decides where a message goes.
///
/// Its other members are read when that is known.
struct MessageHead: Decodable {
  enum Kind {
    case notification(String)
    case result(Int)
    /// Of an unknown request where there is no id.
    case error(Int?)
    /// To a request that this client cannot have sent: its ids are numbers.
    case stranger
    case request(String)
  }

  private enum Members: String, CodingKey {
    case id
    case method
    case result
    case error
  }

  let kind: Kind

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Members.self)
    if let method = try members.decodeIfPresent(String.self, forKey: .method) {
      kind = members.contains(.id) ? .request(method) : .notification(method)
    } else if try members.has(.error) {
      guard try !members.has(.result) else { throw Self.noMessage("a result and an error") }
      kind = try members.has(.id) ? Self.response(members) { .error($0) } : .error(nil)
    } else if try members.contains(.result) && members.has(.id) {
      kind = Self.response(members) { .result($0) }
    } else {
      throw Self.noMessage("neither a method, a result nor an error")
    }
  }

  private static func response(
    _ members: KeyedDecodingContainer<Members>, _ kind: (Int) -> Kind
  ) -> Kind {
    (try? members.decode(Int.self, forKey: .id)).map(kind) ?? .stranger
  }

  private static func noMessage(_ what: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: what))
  }
}

extension KeyedDecodingContainer {
  /// JSON-RPC libraries write null for the member that is absent.
  fileprivate func has(_ member: Key) throws -> Bool {
    try contains(member) && !decodeNil(forKey: member)
  }
}

package struct ResultMessage<Value: Decodable>: Decodable {
  package let result: Value
}

struct ErrorMessage: Decodable {
  let error: ResponseError
}

struct NotificationMessage<Value: Decodable>: Decodable {
  let params: Value
}

/// The error of a response, before the client makes a failure of it.
struct ResponseError: Error, Decodable {
  let code: Int
  let data: FailureData
}
