import Engine
import JSONRPC
import Jansson
import Reactor
import StatusCore

/// `retry`: performs an option of a failure, or asks a person which.
struct MCPRetry: MCPTool {
  unowned let profile: MCPProfile
  let owner: Owner
  let failures: FailureBook

  let signature = MethodSignature.tool(
    "retry",
    [.optional("failureId", .string), .optional("optionId", .string), .optional("ask", .boolean)])

  func needsConfiguration(_ arguments: Arguments) -> Bool { !arguments.isCancel }

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    do throws(Problem) {
      return try retry(arguments, call)
    } catch {
      throw error.ofArguments
    }
  }

  private func retry(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let (failureID, optionID) = (arguments.string("failureId"), arguments.string("optionId"))
    guard arguments.boolean("ask") == true else { return try perform(failureID, optionID, call) }
    try requireForm(call, optionID)
    guard let responses = call.inputResponses else { return try ask(failureID, call) }
    return try answered(responses, call)
  }

  private func perform(
    _ failureID: String?, _ optionID: String?, _ call: MCPCall
  ) throws(Problem) -> MethodResult {
    let recoveries = profile.engine.recoveries
    let resource = try? recoveries.unsettled(failureID, of: failures).resourceID
    let choice = try recoveries.choose(
      failureID: failureID, optionID: optionID, of: failures, for: owner, minimum: .zero)
    let (encoder, progress) = (profile.encoder, profile.progress)
    switch choice {
    case .ended(let result): return .result(encoder.content(of: result).text(in: call.version))
    case .waits(let begin):
      return .later(Wait(operation: .retry, resource: nil)) {
        progress.begin(call, attemptsOf: resource, waitingFor: resource?.title ?? "the recovery")
        return begin().map { encoder.content(of: $0).text(in: call.version) }
      }
    }
  }
}

extension MCPEncoder {
  fileprivate func content(of recovery: RecoveryResult) -> MCPToolContent {
    var inner = MCPToolContent(.null)
    switch recovery.value {
    case .snapshot(let snapshot): inner = content(of: snapshot)
    case .polling(let snapshot):
      inner.structured = JSONText { $0.polling(of: snapshot.id, as: tail(of: snapshot)) }
    case .location(let snapshot): inner.structured = location(snapshot)
    case nil: break
    }
    var content = MCPToolContent(
      JSONText { json in
        json.object { json in
          json.member("failureId", recovery.failure.id.rawValue)
          json.member("optionId", recovery.option.rawValue)
          json.member("recovered", recovery.isRecovered)
          json.member("message", recovery.message)
          if recovery.isRecovered { json.member("result") { $0.text(inner.structured) } }
        }
      })
    content.link = inner.link
    return content
  }
}

extension Problem {
  /// A choice that cannot be, which the engine knows as one of params.
  fileprivate var ofArguments: Problem {
    guard kind == .failureNotFound || kind == .optionNotFound, let path = detail.path else { return self }
    var problem = self
    problem.detail.path = "/arguments" + path
    return problem
  }
}

// MARK: Asking a person

extension MCPRetry {
  /// The name of the one question.
  private static let question = "option"

  private func requireForm(_ call: MCPCall, _ optionID: String?) throws(Problem) {
    func refused(_ reason: String, _ sentence: Sentence, _ path: String) -> Problem {
      Problem(ProtocolProblem(.invalidParams, reason: reason, sentence, path: path))
    }
    if optionID != nil {
      throw refused(
        "unknown", "arguments.optionId must be left out beside ask: the person chooses", "/arguments/optionId"
      )
    }
    guard call.version == .perRequest else {
      throw refused(
        "range", "arguments.ask needs a client that speaks 2026-07-28; name an optionId",
        "/arguments/ask")
    }
    guard !call.meta.canElicit else { return }
    // What the client cannot do is no failure of the tool.
    (call.isToolCall, call.errorForm) = (false, .needsElicitation)
    throw refused(
      "range", "arguments.ask needs a client that can show a form: the capability elicitation",
      "/arguments/ask")
  }

  private func ask(_ failureID: String?, _ call: MCPCall) throws(Problem) -> MethodResult {
    let failure = try profile.engine.recoveries.unsettled(failureID, of: failures)
    let options = failure.options.filter { $0.performedBy == .server && $0.id != .cancel }
    guard !options.isEmpty else { throw Problem(.optionNotFound) }
    call.isInputRequired = true
    return .result(JSONText { $0.question(Self.question, of: failure, options) })
  }

  /// The person has chosen, or has not.
  private func answered(_ responses: JSONValue, _ call: MCPCall) throws(Problem) -> MethodResult {
    let recoveries = profile.engine.recoveries
    guard let state = call.requestState, let failure = try? recoveries.unsettled(state, of: failures) else {
      call.isToolCall = false
      throw Problem(
        ProtocolProblem(
          .invalidParams, reason: "unknown", "params.requestState names no failure that is open",
          path: "/requestState"))
    }
    let response = responses[Self.question]
    switch response?["action"]?.string {
    case "accept": return try perform(state, response?["content"]?["optionId"]?.string, call)
    case "decline": return try perform(state, RecoveryOptionID.cancel.rawValue, call)
    case "cancel":
      let result = RecoveryResult(left: failure)
      return .result(profile.encoder.content(of: result).text(in: call.version))
    default: return try ask(state, call)
    }
  }
}

extension JSONWriter {
  /// Writes an InputRequiredResult: the failure's message, and its options to choose from.
  fileprivate mutating func question(_ name: String, of failure: Failure, _ options: [RecoveryOption]) {
    object { json in
      json.member("inputRequests") { json in
        json.object { json in
          json.member(named: name) { json in
            json.object { json in
              json.member("method", "elicitation/create")
              json.member("params") { $0.form(of: failure, options) }
            }
          }
        }
      }
      json.member("requestState", failure.id.rawValue)
    }
  }

  private mutating func form(of failure: Failure, _ options: [RecoveryOption]) {
    object { json in
      json.member("mode", "form")
      json.member("message") { $0.message(of: failure) }
      json.member("requestedSchema") { json in
        json.object { json in
          json.member("type", "object")
          json.member("properties") { json in
            json.object { $0.member("optionId") { $0.choice(of: options) } }
          }
          json.member("required") { $0.array { $0.string("optionId") } }
        }
      }
    }
  }

  private mutating func choice(of options: [RecoveryOption]) {
    object { json in
      json.member("type", "string")
      json.member("title", "What to do")
      json.member("oneOf") { json in
        json.array(of: options) { json, option in
          json.object { json in
            json.member("const", option.id.rawValue)
            json.member("title", option.title)
          }
        }
      }
    }
  }
}
