import Jansson
import StatusCore

extension JSONWriter {
  /// Writes the result of `getHistory`.
  mutating func history(_ samples: [FetchSample]) {
    let summary = FetchSummary(of: samples)
    object { json in
      // Not `array(of:)`: generic code of another module is not specialised.
      json.member("samples") { json in json.array { json in for sample in samples { json.sample(sample) } } }
      json.member("availability", summary.availability)
      json.member("p50", summary.p50?.seconds)
      json.member("p95", summary.p95?.seconds)
    }
  }

  private mutating func sample(_ sample: FetchSample) {
    object { json in
      json.member("at", sample.endedAt)
      json.member("outcome", sample.outcome.rawValue)
      json.member("status", sample.status)
      json.member("attempts", sample.attempts)
      json.member("duration", sample.duration.seconds)
      json.member("bytes", sample.bytes)
    }
  }
}
