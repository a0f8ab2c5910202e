import CCurl
import StatusCore

extension CurlTransfer {
  /// What is asked for, and how long it may take.
  func setRequest(_ url: HTTPURL, _ options: HTTPOptions) throws(Problem) {
    try easy.set(CURLOPT_URL, to: url.text)
    try easy.set(CURLOPT_USERAGENT, to: options.userAgent)
    try easy.add(header: "Accept: application/json")
    // Every compression that libcurl was built with.
    try easy.set(CURLOPT_ACCEPT_ENCODING, to: "")
    try easy.set(CURLOPT_FOLLOWLOCATION, to: 1)
    try easy.set(CURLOPT_MAXREDIRS, to: limits.maxRedirects)
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, to: limits.connectTimeout.wholeMilliseconds)
    try easy.set(CURLOPT_TIMEOUT_MS, to: limits.attemptTimeout.wholeMilliseconds)
  }

  /// What must not happen on the way.
  func setSafety(_ options: HTTPOptions) throws(Problem) {
    // Neither SIGALRM nor SIGPIPE is touched: both belong to the process.
    try easy.set(CURLOPT_NOSIGNAL, to: 1)
    // A transfer that ends while its name is looked up does not wait for the resolver's thread: without this
    // a silent name server holds up the whole loop.
    try easy.set(CURLOPT_QUICK_EXIT, to: 1)
    try easy.set(CURLOPT_PROTOCOLS_STR, to: "http,https")
    try easy.set(CURLOPT_REDIR_PROTOCOLS_STR, to: "http,https")
    // libcurl's defaults, said aloud: certificates and names are checked, and credentials stay with the
    // origin for which they were given.
    try easy.set(CURLOPT_SSL_VERIFYPEER, to: 1)
    try easy.set(CURLOPT_SSL_VERIFYHOST, to: 2)
    try easy.set(CURLOPT_UNRESTRICTED_AUTH, to: 0)
    if let caFile = options.caFile { try easy.set(CURLOPT_CAINFO, to: caFile) }
  }
}

extension Duration {
  /// At least 1, since 0 means no limit to libcurl.
  fileprivate var wholeMilliseconds: Int {
    max(1, Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000))
  }
}
