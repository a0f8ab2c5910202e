import Foundation
import StatusdPresenter
import TestSupport

/// A presenter that is given the events of a case, and the requests that it has made.
struct PresenterRun {
  private(set) var presenter: Presenter
  private var calls: [Int: Call] = [:]

  init(_ presenter: Presenter) {
    self.presenter = presenter
  }

  /// The event of a step.
  ///
  /// Gives what the presenter wants then, as cases write it.
  mutating func happen(_ step: JSONValue, at now: Date) throws -> JSONValue {
    let output = try output(of: step, at: now)
    for case .request(let request) in output.sends { calls[request.id] = request.call }
    return [
      "sends": .array(output.sends.map(\.json)), "performs": .array(try output.performs.map { try $0.json }),
    ]
  }

  private mutating func output(of step: JSONValue, at now: Date) throws -> Output {
    if let message = step["receive"] {
      guard let input = try input(message) else { return Output() }
      return presenter.receive(input, at: now)
    }
    if let button = step["press"] { return presenter.press(Press(button), at: now) }
    if step["connect"] != nil { return presenter.connect(at: now) }
    if step["disconnect"] != nil { return presenter.disconnect(at: now) }
    return presenter.tick(at: now)
  }

  /// A message as the presenter takes it; nil for the response to a request that it never made.
  private func input(_ message: JSONValue) throws -> Input? {
    let params = message["params"] ?? .null
    switch message["method"]?.string {
    case "stateChanged": return .stateChanged(try params.decoded())
    case "locationChanged": return .locationChanged(try params.decoded())
    default: break
    }
    guard let id = message["id"]?.number.map({ Int($0) }), let call = calls[id] else { return nil }
    if let error = message["error"] { return .failure(id: id, try error["data"]?.decoded()) }
    return .result(id: id, try Self.reply(to: call, message["result"] ?? .null))
  }

  private static func reply(to call: Call, _ result: JSONValue) throws -> Reply {
    switch call {
    case .getState, .refresh: .snapshot(try result.decoded())
    case .setAutoPolling: .polling(try result.decoded())
    case .retry: .recovery(try result.decoded())
    case .getHelp: .help(try result.decoded())
    case .subscribeLocation: .subscription(try result.decoded())
    case .unsubscribeLocation: .unsubscribed
    }
  }
}

extension Press {
  init(_ json: JSONValue) {
    let name = json["resource"]?.string ?? ""
    switch json["button"]?.string {
    case "refresh": self = .refresh(of: name)
    case "stop": self = .stop(of: name)
    case "polling": self = .polling(of: name)
    case "startLocation": self = .startLocation
    case "stopLocation": self = .stopLocation
    case "closeHelp": self = .closeHelp
    default:
      let option = RecoveryOptionID(rawValue: json["optionId"]?.string ?? "")
      self = .option(option, failureId: json["failureId"]?.string ?? "")
    }
  }
}

extension Message {
  var json: JSONValue {
    switch self {
    case .request(let request):
      [
        "jsonrpc": "2.0", "id": .integer(request.id), "method": .string(request.call.method),
        "params": .object(request.call.params),
      ]
    case .cancel(let id):
      ["jsonrpc": "2.0", "method": "$/cancelRequest", "params": ["id": .integer(id)]]
    }
  }
}

extension ClientOption {
  var json: JSONValue {
    get throws { ["failureId": .string(failureId), "option": try JSONValue(encoding: option)] }
  }
}
