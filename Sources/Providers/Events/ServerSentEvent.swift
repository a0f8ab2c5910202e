/// One event of an event stream (WHATWG HTML, section 9.2 "Server-sent events").
struct ServerSentEvent: Hashable {
  /// The field `event`; empty without one.
  var type = ""
  /// The lines of the fields `data`, joined by line feeds; nil for more bytes than are accepted.
  ///
  /// They are as they came: whether they are UTF-8 is for the decoder to say.
  var data: [UInt8]?
  /// What `Last-Event-ID` says when the stream is resumed behind this event; empty while the server has sent no id.
  var id = ""
}
