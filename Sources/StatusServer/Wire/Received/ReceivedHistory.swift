package import Jansson
package import StatusCore

extension FetchSample {
  /// Reads the samples of the result of `getHistory`, newest first; one that is not understood is left out.
  package static func received(_ result: JSONText) -> [FetchSample] {
    guard let json = try? JSONValue.parse(result.bytes.span) else { return [] }
    return json["samples"]?.elements.compactMap { FetchSample(received: $0) } ?? []
  }

  private init?(received json: JSONValue) {
    guard let date = json["at"]?.string.flatMap({ Timestamp(rfc3339: $0) }),
      let outcome = json["outcome"]?.string.flatMap({ Outcome(rawValue: $0) })
    else { return nil }
    self.init(
      endedAt: date, outcome: outcome, status: json["status"]?.integer,
      attempts: json["attempts"]?.integer ?? 1,
      duration: .seconds(json["duration"]?.number ?? 0), bytes: json["bytes"]?.integer)
  }
}
