extension Conversation {
  /// Calls a method for an instance of `branches`.
  func call(_ method: String, branch: String, _ more: String = "", id: String = "1") {
    call(method, #"{"resource":"branches","arguments":{"branch":"\#(branch)"}\#(more)}"#, id: id)
  }
}
