package import Jansson

/// The responses to one batch, collected until the last member has ended.
package struct BatchResponse {
  private var responses: [JSONText?]
  private var missing: Int

  /// - Parameter count: How many members get a response.
  package init(count: Int) {
    responses = Array(repeating: nil, count: count)
    missing = count
  }

  /// Takes the response to a member; `index` counts the members that get one.
  ///
  /// - Returns: The whole array in request order, when this was the last response.
  package mutating func set(_ response: JSONText, at index: Int) -> JSONText? {
    precondition(responses[index] == nil, "a member of a batch got two responses")
    responses[index] = response
    return memberEnded()
  }

  /// Notes that a member gets no response after all, because it was cancelled in a protocol that does not answer then.
  ///
  /// - Returns: The whole array, when this was the last member and another has a response.
  package mutating func skip() -> JSONText? { memberEnded() }

  /// Section 6: nothing is returned in place of an empty array.
  private mutating func memberEnded() -> JSONText? {
    missing -= 1
    guard missing == 0 else { return nil }
    let present = responses.compactMap(\.self)
    return present.isEmpty ? nil : JSONText { $0.batch(present) }
  }
}
