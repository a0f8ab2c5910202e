internal import Foundation
internal import StatusdTypes

extension PollingWishes {
  /// The params of each `setAutoPolling`.
  var params: [Params] {
    all.map { id, polling in
      let own: Params = ["enabled": .bool(polling.enabled), "interval": JSONValue(polling.interval)]
      return own.merging(id.params) { own, _ in own }
    }
  }
}

extension ResourcePolling {
  /// How a resource is polled since the response to `method`; nil where that switches nothing.
  init?(response: Data, to method: String) {
    let decoder = JSONDecoder()
    if method == "setAutoPolling" {
      guard let polling = try? decoder.decode(ResultMessage<ResourcePolling>.self, from: response) else {
        return nil
      }
      self = polling.result
    } else if method == "retry" {
      // Of `keepTrying`. The location has no such thing.
      guard let retried = try? decoder.decode(ResultMessage<RetryResult>.self, from: response),
        case .polling(let polling) = retried.result.result
      else { return nil }
      self = polling
    } else {
      return nil
    }
  }
}
