package import Jansson

/// The answers to one batch, collected until the last member has ended.
package struct BatchReply {
  private var responses: [JSONText?]
  private var missing: Int

  /// - Parameter count: Members that are to be answered.
  package init(count: Int) {
    responses = Array(repeating: nil, count: count)
    missing = count
  }

  /// Takes the answer to the member at that place among those that are answered.
  ///
  /// - Returns: The whole array in request order, when this was the last answer.
  package mutating func set(_ response: JSONText, at index: Int) -> JSONText? {
    precondition(responses[index] == nil, "a member of a batch was answered twice")
    responses[index] = response
    missing -= 1
    return missing == 0 ? OutgoingMessage.batch(responses.compactMap(\.self)) : nil
  }
}
