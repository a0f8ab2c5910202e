import CCurl

/// Everything that is known of a transfer when it has ended: plain values, to be judged.
struct TransferReport {
  /// Why statusd itself ended a transfer.
  enum Refusal: Hashable {
    /// More decompressed bytes than are accepted.
    case body(limit: Int)
    case headers(limit: Int)
    /// A status 101, which nobody asked for.
    case protocolChange
    /// A redirect to what is neither http nor https.
    case redirect(scheme: String)
    case redirectWithoutURL
    case redirects(limit: Int)
    /// So many names are being looked up that no other is.
    case lookups
  }

  var code = CURLE_OK
  /// libcurl's words for the code; empty when all went well.
  var text = ""
  /// libcurl's words for this very case; empty when it has none.
  var errorText = ""
  /// The system's number of the last call that failed, whether or not that ended the transfer.
  var errno: CInt = 0
  /// What OpenSSL says of the server's certificate (`X509_V_…`).
  var verifyResult = 0
  /// A proxy's answer to CONNECT; 0 without one.
  var proxyStatus = 0
  var progress = TransferProgress()
  var refusal: Refusal?
  var headers = AnswerHeaders()
  /// No network was there to be used; looked at where that may be the cause alone.
  var isOffline = false
  var body: [UInt8] = []
}
