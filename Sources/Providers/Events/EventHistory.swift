/// What is known of an event stream from its connections so far.
///
/// The value that a resource keeps is that of the message whose id it passes to the next connection. What has come
/// since, and did not become its value, the server has to send again.
struct EventHistory: Hashable {
  /// The id of the newest event, those that nobody here knows included; empty while the server has sent none.
  private var lastEventID = ""
  /// How long the server wants clients to wait before they connect again; nil if it has not said so.
  private(set) var pause: Duration?
  /// The id of the newest message; empty if it has none.
  private var messageID = ""
  /// Whether nothing has come since that takes the place of that message, and no other message has its id.
  private var isMessageLast = true

  /// What a server may ask for: shorter would be no pause, and a longer one would hide that it is back.
  static let pauses = Duration.milliseconds(500)...Duration.seconds(300)

  mutating func note(lastEventID: String, retry: Duration?) {
    self.lastEventID = lastEventID
    pause = retry.map { min(max($0, Self.pauses.lowerBound), Self.pauses.upperBound) } ?? pause
  }

  mutating func messageCame(id: String) {
    isMessageLast = id != messageID
    messageID = id
  }

  mutating func problemCame() {
    isMessageLast = false
  }

  /// Where a stream is to be resumed.
  struct Resumption: Hashable {
    /// For `Last-Event-ID`; empty for nowhere in particular.
    let id: String
    /// Whether the value that is kept is the present one as long as nothing comes.
    ///
    /// Then the response to the request says what status 304 says of a document.
    let confirmsValue: Bool
  }

  /// - Parameter valueID: The id of the message whose value is kept; nil if there is none or it has no id.
  func resumption(behind valueID: String?) -> Resumption {
    guard let valueID, !valueID.isEmpty else { return Resumption(id: "", confirmsValue: false) }
    guard valueID == messageID, isMessageLast else {
      // Nothing has come yet if the value was kept by an earlier process.
      return Resumption(id: valueID, confirmsValue: messageID.isEmpty && isMessageLast)
    }
    return Resumption(id: lastEventID, confirmsValue: true)
  }
}
