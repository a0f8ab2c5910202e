/// What the bytes of an input say: two choose the pieces, the rest is what a connection brings.
struct OpeningInput {
  /// The lengths of the pieces in which it comes, in turn.
  let pieces: (Int, Int)
  let stream: [UInt8]

  /// nil for an input that is too short to choose.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    // The longest line is longer than what a byte can say.
    pieces = (Int(bytes[0]) * 17 + 1, Int(bytes[1]) + 1)
    stream = Array(bytes[2...])
  }
}

/// Inputs to begin with.
package enum OpeningSeeds {
  package static let all: [[UInt8]] = lines.flatMap { line in
    [[255, 255], [0, 2]].map { $0 + line.utf8 }
  }

  private static let lines = [
    #"{"statusd":"hello","protocol":1,"version":"0.1.0","profile":"serve","framing":"auto","drainTimeout":10,"pid":1}"#
      + "\n",
    #"{"statusd":"hello","profile":"mcp","framing":"lines","drainTimeout":0.5,"copied":true}"# + "\n{}",
    #"{"statusd":"hello","framing":"headers","protocol":2,"profile":["new"]}"# + "\n",
    #"{"statusd":"status"}"# + "\n", #"{"statusd":"stop"}"# + "\r\n",
    #"{"statusd":"status","x":""# + String(repeating: "x", count: 4_070) + "\"}\n",
    #"{"statusd":"status","x":""# + String(repeating: "x", count: 4_080) + "\"}\n",
    #"{"statusd":"#, #"{"statusd" :"status"}"# + "\n", #"{"status"#,
    #"{"jsonrpc":"2.0","id":1,"method":"getState"}"# + "\n", "Content-Length: 2\r\n\r\n{}",
  ]
}
