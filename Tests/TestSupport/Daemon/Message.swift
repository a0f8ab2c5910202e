import Foundation

/// A message of the daemon's: its text and what it means.
package struct Message {
  package let text: String
  /// The members of a single message; empty for a batch.
  package let json: [String: Any]
  /// The members of a batch's responses; empty for a single message.
  package let batch: [[String: Any]]

  init(_ text: String) throws {
    self.text = text
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    json = value as? [String: Any] ?? [:]
    batch = value as? [[String: Any]] ?? []
  }

  package var method: String? { json["method"] as? String }
  package var params: [String: Any] { json["params"] as? [String: Any] ?? [:] }
  package var result: [String: Any]? { json["result"] as? [String: Any] }
  package var error: [String: Any]? { json["error"] as? [String: Any] }
  package var code: Int? { error?["code"] as? Int }
  package var failure: [String: Any]? { error?["data"] as? [String: Any] }
  package var kind: String? { failure?["kind"] as? String }
  package var detail: [String: Any]? { failure?["detail"] as? [String: Any] }

  /// The ids of the recovery options that the error offers.
  package var optionIDs: [String] {
    (failure?["recoveryOptions"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
  }
}
