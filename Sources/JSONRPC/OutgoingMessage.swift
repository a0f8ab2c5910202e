package import Jansson

/// The three messages that a server writes.
///
/// No member stands on these levels but those of the
/// specification: several clients drop, or die on, one more.
package enum OutgoingMessage {
  /// The most arrays and objects that stand around a value in a result or a notification: batch,
  /// message, result, and the result of a recovery within it.
  package static let levelsAroundValue = 4

  /// Section 5: `jsonrpc`, `id`, `result`.
  package static func result(_ result: JSONText, for id: RequestID) -> JSONText {
    response(id) { $0.member("result") { $0.text(result) } }
  }

  /// Section 5.1: `jsonrpc`, `id`, `error` with `code`, `message`, `data`.
  package static func error(code: Int, message: String, data: JSONText, for id: RequestID) -> JSONText {
    response(id) { json in
      json.member("error") { $0.text(errorObject(code: code, message: message, data: data)) }
    }
  }

  /// Section 5.1: the error object by itself.
  package static func errorObject(code: Int, message: String, data: JSONText) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("code", code)
        json.member("message", message)
        json.member("data") { $0.text(data) }
      }
    }
  }

  /// Section 4.1: `jsonrpc`, `method`, `params`.
  package static func notification(_ method: String, params: JSONText) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("jsonrpc", "2.0")
        json.member("method", method)
        json.member("params") { $0.text(params) }
      }
    }
  }

  /// Section 6: the responses to a batch.
  package static func batch(_ responses: [JSONText]) -> JSONText {
    JSONText { $0.array(of: responses) { json, response in json.text(response) } }
  }

  private static func response(_ id: RequestID, _ outcome: (inout JSONWriter) -> Void) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("jsonrpc", "2.0")
        json.member("id") { $0.received(id.bytes) }
        outcome(&json)
      }
    }
  }
}
