import Foundation
import Jansson
import Reactor
import StatusCore

@testable import StatusServer

/// The daemon's messages, as they come.
extension Simulation {
  private typealias Object = [String: Any]

  /// A snapshot has changed: by one revision, in something that matters.
  func snapshotChanged(_ model: ResourceModel, to snapshot: ResourceSnapshot) {
    expect(
      snapshot.revision == model.revision + 1,
      "\(model.name) goes from revision \(model.revision) to \(snapshot.revision)")
    model.revision = snapshot.revision
    catchUp()
  }

  func message(_ text: JSONText) {
    catchUp()
    var bytes: [UInt8] = []
    for piece in text.pieces { bytes.append(contentsOf: piece) }
    note(bytes)
    guard let message = try? JSONSerialization.jsonObject(with: Data(bytes)) as? Object else {
      return expect(false, "no message: \(text)")
    }
    if let params = message["params"] as? Object { return notified(params) }
    guard let id = message["id"] as? Int, let call = calls.removeValue(forKey: id) else {
      answersToNobody += 1
      return expect(false, "an answer to nobody: \(text)")
    }
    answered(id, call, message["result"] as? Object, message["error"] as? Object)
  }

  private func notified(_ params: Object) {
    guard let model = models.first(where: { $0.name.rawValue == params["resource"] as? String }),
      let revision = params["revision"] as? Int, let left = params["coalesced"] as? Int
    else { return expect(false, "an odd notification") }
    expect(
      revision == model.toldRevision + 1 + left,
      "revision \(revision) of \(model.name) comes after \(model.toldRevision), \(left) left out")
    expect(revision == model.revision, "revision \(revision) of \(model.name) is not the newest")
    model.toldRevision = revision
  }

  private func answered(_ id: Int, _ call: CallModel, _ result: Object?, _ error: Object?) {
    let data = error?["data"] as? Object
    if let number = (data?["failureId"] as? String).flatMap({ Int($0.dropFirst()) }) {
      newestFailure = max(newestFailure, number)
    }
    if isDraining { return }
    guard let expected = call.expected else {
      return expect(false, "\(call.method) \(id) is answered too early")
    }
    expect(expected.at == now, "\(call.method) \(id) is answered at \(now), not at \(expected.at)")
    let kind = data?["kind"] as? String
    switch expected.0 {
    case .snapshot(let model), .anySnapshot(let model):
      expect(hasNewest(model, result), "\(call.method) \(id) has not the newest snapshot: \(kind ?? "")")
    case .polling(let model):
      let polling = result?["autoPolling"] as? Object
      expect(polling?["enabled"] as? Bool == model.isPolled, "\(id) is answered with \(polling as Any)")
    case .settled(let failure, let option): recovered(result, failure, option, false)
    case .recovered(let failure, let option, let model):
      recovered(result, failure, option, true)
      let snapshot = result?["result"] as? Object
      expect(option == "keepTrying" || hasNewest(model, snapshot), "retry \(id) has not the newest snapshot")
    case .refusal(let expected): expect(kind == expected, "\(id) is \(kind ?? "no error"), not \(expected)")
    case .failure(let failure): failed(id, data, failure)
    }
  }

  /// Read your writes: the newest revision, of which every notification has been written before.
  private func hasNewest(_ model: ResourceModel, _ snapshot: Object?) -> Bool {
    snapshot?["resource"] as? String == model.name.rawValue
      && snapshot?["revision"] as? Int == model.revision && model.toldRevision == model.revision
  }

  private func recovered(_ result: Object?, _ failure: FailureModel, _ option: String, _ hasRecovered: Bool) {
    if failure.id == nil, let id = result?["failureId"] as? String { learn(failure, id) }
    expect(
      result?["failureId"] as? String == failure.id && result?["optionId"] as? String == option
        && result?["recovered"] as? Bool == hasRecovered,
      "\(option) of \(failure.id ?? "?") is answered with \(result as Any)")
  }

  private func failed(_ id: Int, _ data: Object?, _ failure: FailureModel) {
    guard let data, let failureID = data["failureId"] as? String else {
      return expect(false, "\(id) has not failed with \(failure.kind)")
    }
    if failure.id == nil { learn(failure, failureID) }
    expect(failureID == failure.id, "\(id) fails with \(failureID), not \(failure.id ?? "?")")
    expect(data["kind"] as? String == failure.kind.rawValue, "\(id) fails with \(data["kind"] ?? "")")
    expect(
      data["presentation"] as? String == failure.presentation?.rawValue,
      "\(failureID) is \(data["presentation"] ?? "")")
    expect(
      data["previousFailureId"] as? String == failure.previous?.id, "\(failureID) follows the wrong failure")
    let attempts = (data["attempts"] as? [Object])?.map { $0["kind"] as? String ?? "" }
    expect(attempts == failure.attempts?.map(\.rawValue), "\(failureID) has the attempts \(attempts as Any)")
    failure.options = (data["recoveryOptions"] as? [Object])?.compactMap { $0["id"] as? String } ?? []
    expect(failure.options.first == "cancel", "\(failureID) does not offer cancel first")
  }
}

// MARK: The end

extension Simulation {
  /// The input ends: whatever waits is answered within the time to drain, once each.
  func drain() {
    isDraining = true
    session.inputEnded()
    endTurn()
    timers.advance(by: .seconds(11))
    endTurn()
    isDraining = false
    expect(answersToNobody == 0, "at the end there were answers to nobody")
    expect(calls.isEmpty, "never answered: \(calls.keys.sorted())")
    expect(isEnded, "the session goes on")
  }
}
