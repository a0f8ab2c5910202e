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
    expect(differ(model.reported, snapshot), "revision \(snapshot.revision) of \(model.name) is no change")
    model.reported = snapshot
    catchUp(model)
  }

  private func differ(_ old: ResourceSnapshot, _ new: ResourceSnapshot) -> Bool {
    old.status != new.status || old.isFetching != new.isFetching || old.attempt != new.attempt
      || old.maxAttempts != new.maxAttempts || old.value != new.value || old.isStale != new.isStale
      || old.failure != new.failure || old.autoPolling.isEnabled != new.autoPolling.isEnabled
      || old.autoPolling.interval != new.autoPolling.interval
  }

  func message(_ text: JSONText, to client: SimulatedClient) {
    var bytes: [UInt8] = []
    for piece in text.pieces { bytes.append(contentsOf: piece) }
    note(bytes, to: client.number)
    expect(!client.isEnded, "a message to a client that has gone")
    guard let message = try? JSONSerialization.jsonObject(with: Data(bytes)) as? Object else {
      return expect(false, "no message: \(text)")
    }
    if let params = message["params"] as? Object { return notified(client, params) }
    let id = CallID(client: client.number, number: message["id"] as? Int ?? 0)
    if let model = resource(awaitedBy: id) { catchUp(model) }
    guard let call = calls.removeValue(forKey: id) else {
      responsesToNobody += 1
      return expect(false, "a response to nobody: \(text)")
    }
    answered(id, call, message["result"] as? Object, message["error"] as? Object)
  }

  private func notified(_ client: SimulatedClient, _ params: Object) {
    guard let model = models.first(where: { $0.isNamed(by: params) }),
      let revision = params["revision"] as? Int, let left = params["coalesced"] as? Int
    else { return expect(false, "an odd notification") }
    let newest = client.notified[model.id] ?? 0
    expect(
      revision == newest + 1 + left,
      "revision \(revision) of \(model.name) comes after \(newest), \(left) left out")
    expect(revision == model.revision, "revision \(revision) of \(model.name) is not the newest")
    client.notified[model.id] = revision
  }

  private func answered(_ id: CallID, _ call: CallModel, _ result: Object?, _ error: Object?) {
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
    let refusals = ["alreadyRecovered", "optionNotFound", "failureNotFound"]
    expect(
      !call.wasShown || !refusals.contains(kind ?? ""), "\(id) chose what was shown and is \(kind ?? "")")
    switch expected.0 {
    case .snapshot(let model):
      expect(hasNewest(id, model, result), "\(call.method) \(id) has not the newest snapshot: \(kind ?? "")")
    case .polling(let model): polling(id, model, result)
    case .settled(let failure, let option): recovered(result, failure, option, false)
    case .recovered(let failure, let option, let model):
      recovered(result, failure, option, true)
      let value = result?["result"] as? Object
      if option == "keepTrying" { return polling(id, model, value) }
      expect(hasNewest(id, model, value), "retry \(id) has not the newest snapshot")
    case .refusal(let expected): expect(kind == expected, "\(id) is \(kind ?? "no error"), not \(expected)")
    case .failure(let failure): failed(id, data, failure)
    }
  }

  /// Read your writes: the newest revision, of which every notification has been written before.
  private func hasNewest(_ id: CallID, _ model: ResourceModel, _ snapshot: Object?) -> Bool {
    model.isNamed(by: snapshot)
      && snapshot?["revision"] as? Int == model.revision
      && clients[id.client].notified[model.id] == model.revision
  }

  private func polling(_ id: CallID, _ model: ResourceModel, _ result: Object?) {
    let polling = result?["autoPolling"] as? Object
    expect(model.isNamed(by: result), "\(id) is answered with the polling of another")
    expect(
      polling?["enabled"] as? Bool == model.isPolled
        && (polling?["interval"] as? Double).map { Duration(nearest: $0) == model.interval } ?? false,
      "\(id) is answered with \(polling as Any), not \(model.isPolled) every \(model.interval)")
  }

  private func recovered(_ result: Object?, _ failure: FailureModel, _ option: String, _ hasRecovered: Bool) {
    if failure.id == nil, let id = result?["failureId"] as? String { learn(failure, id) }
    expect(
      result?["failureId"] as? String == failure.id && result?["optionId"] as? String == option
        && result?["recovered"] as? Bool == hasRecovered,
      "\(option) of \(failure.id ?? "?") is answered with \(result as Any)")
  }

  private func failed(_ id: CallID, _ data: Object?, _ failure: FailureModel) {
    guard let data, let failureID = data["failureId"] as? String else {
      return expect(false, "\(id) has not failed with \(failure.kind)")
    }
    if failure.id == nil { learn(failure, failureID) }
    expect(failureID == failure.id, "\(id) fails with \(failureID), not \(failure.id ?? "?")")
    expect(data["kind"] as? String == failure.kind.rawValue, "\(id) fails with \(data["kind"] ?? "")")
    expect(
      data["presentation"] as? String == failure.presentation.rawValue,
      "\(failureID) is \(data["presentation"] ?? "")")
    expect(
      data["operation"] as? String == failure.origin.operation && failure.resource.isNamed(by: data),
      "\(failureID) is of \(data["operation"] ?? "")")
    expect(
      data["previousFailureId"] as? String == failure.origin.previous?.id,
      "\(failureID) follows the wrong failure")
    let attempts = (data["attempts"] as? [Object])?.map { $0["kind"] as? String ?? "" }
    expect(
      attempts == failure.origin.attempts.map(\.rawValue), "\(failureID) has the attempts \(attempts as Any)")
    let options = (data["recoveryOptions"] as? [Object])?.compactMap { $0["id"] as? String } ?? []
    checkOptions(options, of: failure)
  }
}
