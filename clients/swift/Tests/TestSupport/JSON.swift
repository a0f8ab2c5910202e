internal import Foundation
package import StatusdTypes

extension JSONValue {
  /// What a text holds.
  package init(text: some StringProtocol) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  /// What an object of the contract is as JSON.
  package init(encoding value: some Encodable) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  /// The members of an object; none of anything else.
  package var members: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return members
  }
}
