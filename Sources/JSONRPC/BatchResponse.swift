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
    missing -= 1
    return missing == 0 ? JSONText { $0.batch(responses.compactMap(\.self)) } : nil
  }
}
