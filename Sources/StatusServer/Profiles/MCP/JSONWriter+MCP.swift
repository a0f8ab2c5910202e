import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

extension JSONWriter {
  /// `serverInfo` in the results of 2026-07-28, and what they are.
  private static let complete = resultMembers("complete")
  private static let inputRequired = resultMembers("input_required")
  private static let task = resultMembers("task")

  private static func resultMembers(_ type: String) -> JSONMembers {
    JSONMembers { json in
      json.member("resultType", type)
      json.member("_meta") { json in
        json.object { json in
          json.member(named: "io.modelcontextprotocol/serverInfo") { $0.implementation(hasTitle: true) }
        }
      }
    }
  }

  /// Writes this server's `Implementation`.
  mutating func implementation(hasTitle: Bool) {
    object { json in
      json.member("name", "statusd")
      if hasTitle { json.member("title", "statusd") }
      json.member("version", Version.current)
    }
  }

  /// Writes the response with a result, and around it what the version of the call wants.
  @LoopActor
  mutating func response(to id: RequestID, _ result: JSONText, of call: MCPCall?) {
    guard let call, call.version.hasResultTypes else { return response(to: id, result: result) }
    if call.isListening { return responseWithResult(to: id) { $0.endOfListening(id) } }
    let members = call.isTask ? Self.task : call.isInputRequired ? Self.inputRequired : Self.complete
    responseWithResult(to: id) { $0.object(result) { $0.members(members) } }
  }

  /// Writes the result of a request that has listened until the end of the session.
  private mutating func endOfListening(_ id: RequestID) {
    object { json in
      json.member("resultType", "complete")
      json.member("_meta") { json in
        json.object { json in
          json.member(named: "io.modelcontextprotocol/serverInfo") { $0.implementation(hasTitle: true) }
          json.subscriptionID(id)
        }
      }
    }
  }

  /// Writes the response with an error; one that names no request has no id.
  mutating func response(
    to id: RequestID, _ failure: Failure, _ form: MCPCall.ErrorForm?, in version: MCPVersion?
  ) {
    let write: (inout JSONWriter) -> Void = { json in
      guard let form else { return json.errorObject(failure) }
      json.errorObject(failure, form, isPerRequest: version == .perRequest)
    }
    if id.isOfMCP { response(to: id, error: write) } else { responseWithoutID(error: write) }
  }

  private mutating func errorObject(_ failure: Failure, _ form: MCPCall.ErrorForm, isPerRequest: Bool) {
    let data = JSONText { $0.failure(failure) }
    errorObject(code: form.code(isPerRequest: isPerRequest)) {
      $0.string(failure.failureReason)
    } data: { json in
      json.object(data) { $0.members(of: form) }
    }
  }

  private mutating func members(of form: MCPCall.ErrorForm) {
    switch form {
    case .unsupportedVersion(let requested):
      member("supported") { $0.array(of: MCPVersion.newestFirst) { $0.string($1) } }
      member("requested", requested)
    case .needsElicitation:
      member("requiredCapabilities") { json in
        json.object { $0.member("elicitation") { $0.object { $0.member("form") { $0.object { _ in } } } } }
      }
    case .resourceNotFound(let uri): member("uri", uri)
    }
  }
}

extension MCPCall.ErrorForm {
  fileprivate func code(isPerRequest: Bool) -> Int {
    switch self {
    case .unsupportedVersion: -32022
    case .needsElicitation: -32021
    case .resourceNotFound: isPerRequest ? -32602 : -32002
    }
  }
}
