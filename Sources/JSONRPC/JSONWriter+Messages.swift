package import Jansson

/// The messages that a server writes, each in place.
///
/// They have the members of the specification and no more: several clients drop, or die on, one more.
extension JSONWriter {
  /// Section 5: `jsonrpc`, `id`, `result`.
  package mutating func response(to id: RequestID, result: JSONText) {
    beginResponse(to: id)
    constant(#","result":"#)
    text(result)
    close(UInt8(ascii: "}"))
  }

  /// Section 5.1: `jsonrpc`, `id`, `error`.
  package mutating func response(to id: RequestID, error: (inout JSONWriter) -> Void) {
    beginResponse(to: id)
    constant(#","error":"#)
    error(&self)
    close(UInt8(ascii: "}"))
  }

  /// The same for a result that is written in place.
  package mutating func responseWithResult(to id: RequestID, _ result: (inout JSONWriter) -> Void) {
    beginResponse(to: id)
    constant(#","result":"#)
    result(&self)
    close(UInt8(ascii: "}"))
  }

  /// An error that names no request, in a protocol whose ids are never null: it has no `id` at all.
  package mutating func responseWithoutID(error: (inout JSONWriter) -> Void) {
    open(#"{"jsonrpc":"2.0","error":"#)
    error(&self)
    close(UInt8(ascii: "}"))
  }

  private mutating func beginResponse(to id: RequestID) {
    open(#"{"jsonrpc":"2.0","id":"#)
    id.write(to: &self)
  }

  /// Section 5.1: the error object with `code`, `message`, `data`.
  package mutating func errorObject(
    code: Int, message: (inout JSONWriter) -> Void, data: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.member("code", code)
      json.member("message", message)
      json.member("data", data)
    }
  }

  /// Section 4.1: `jsonrpc`, `method`, `params`.
  package mutating func notification(_ method: StaticString, params: (inout JSONWriter) -> Void) {
    open(#"{"jsonrpc":"2.0","method":""#)
    constant(method)
    constant(#"","params":"#)
    params(&self)
    close(UInt8(ascii: "}"))
  }

  /// Section 6: the responses to a batch.
  package mutating func batch(_ responses: [JSONText]) {
    array(of: responses) { $0.text($1) }
  }
}
