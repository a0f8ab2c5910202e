import Testing

extension Conversation {
  /// Subscribes, and gives the subscription's id.
  func subscribe(_ params: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) -> String {
    call("subscribeLocation", params, id: "99")
    let response = response(sourceLocation: sourceLocation)
    guard let id = response["result.subscriptionId"] else {
      Issue.record("no subscription: \(response.text)", sourceLocation: sourceLocation)
      return ""
    }
    return id
  }

  /// Unsubscribes, and skips the response.
  func unsubscribe(_ id: String, sourceLocation: SourceLocation = #_sourceLocation) {
    call("unsubscribeLocation", #"{"subscriptionId":"\#(id)"}"#, id: "98")
    #expect(
      response(sourceLocation: sourceLocation)["result.subscriptionId"] == id, sourceLocation: sourceLocation)
  }

  /// The notifications of the location, in a few words each: `l1 loaded 3 @1.5`, and `+2` for those left out.
  func locations(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    endTurn()
    return read(sourceLocation: sourceLocation).filter { $0["method"] == "locationChanged" }.map { message in
      let words = ["subscriptionId", "location.status", "location.revision"].map {
        message["params.\($0)"] ?? "?"
      }
      let place = message["params.location.coordinate.latitude"].map { " @\($0)" } ?? ""
      let rest = message["params.coalesced"].map { $0 == "0" ? "" : " +\($0)" } ?? " ?"
      return words.joined(separator: " ") + place + rest
    }
  }
}
