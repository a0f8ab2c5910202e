import CCurl
import StatusCore

extension CurlTransfer {
  /// What is asked for, and how long a connection may take.
  func setRequest(_ request: HTTPRequest, _ options: HTTPOptions) throws(Problem) {
    try easy.set(CURLOPT_URL, to: url.text)
    // If libcurl cannot read it, the transfer fails by the text.
    if let url = url.parsed(by: multi.library) { try easy.set(url) }
    try easy.set(multi.library.headers(of: request, from: options.userAgent))
    // A proxy that leads to the server is told as well.
    if request.url.isSecure { try easy.set(CURLOPT_USERAGENT, to: options.userAgent) }
    // Has bodies decompressed; what is asked for stands in the headers.
    if request.acceptsCompression { try easy.set(CURLOPT_ACCEPT_ENCODING, to: multi.library.encodings) }
    try easy.set(CURLOPT_CONNECTTIMEOUT_MS, to: limits.connectTimeout.wholeMilliseconds)
    // None but the caller's.
    try easy.set(CURLOPT_TIMEOUT_MS, to: 0)
  }

  /// What must not happen on the way.
  func setSafety() throws(Problem) {
    // Neither SIGALRM nor SIGPIPE is touched: both belong to the process.
    try easy.set(CURLOPT_NOSIGNAL, to: 1)
    // A transfer that ends while its name is looked up does not wait for the resolver's thread: without this
    // a silent name server holds up the whole loop.
    try easy.set(CURLOPT_QUICK_EXIT, to: 1)
    try easy.set(CURLOPT_PROTOCOLS_STR, to: "http,https")
    // Redirects are followed by HTTPExchange: libcurl would take all headers but two along to any server.
    try easy.set(CURLOPT_FOLLOWLOCATION, to: 0)
    // libcurl's defaults, stated because everything depends on them: headers for the server do not go to a
    // proxy that connects to it, and certificates and names are checked.
    try easy.set(CURLOPT_HEADEROPT, to: Int(CURLHEADER_SEPARATE))
    try easy.set(CURLOPT_SSL_VERIFYPEER, to: 1)
    try easy.set(CURLOPT_SSL_VERIFYHOST, to: 2)
    if limits.readsCertificates { try easy.set(CURLOPT_CERTINFO, to: 1) }
  }

  /// Has the authorities of the environment or of the system trusted, and besides them those of `caFile`.
  func setAuthorities(_ request: HTTPRequest, _ options: HTTPOptions) throws(Problem) {
    guard request.url.isSecure else { return }
    guard let path = options.caFile else { return try trust(multi.library.authorities()) }
    // With authorities of one's own the system may have none.
    let store = multi.library.trustStore == nil ? nil : try multi.library.authorities()
    if let store { try trust(store) }
    try easy.set(CURLOPT_CAINFO_BLOB, to: authorities(besides: store, in: path))
  }

  private func trust(_ store: TrustStore) throws(Problem) {
    guard store.origin != .library else { return }
    // For the server, and for a proxy that is spoken to by TLS. A loop over the four crashes the optimiser of Swift 6.3.
    try easy.set(CURLOPT_CAINFO, to: store.file)
    try easy.set(CURLOPT_CAPATH, to: store.folder)
    try easy.set(CURLOPT_PROXY_CAINFO, to: store.file)
    try easy.set(CURLOPT_PROXY_CAPATH, to: store.folder)
  }

  /// What libcurl takes in place of the store's file, but not of its directory.
  ///
  /// OpenSSL would open whatever the path names, and wait for the writer of a pipe or for the end of a device.
  private func authorities(besides store: TrustStore?, in path: String) throws(Problem) -> [UInt8] {
    let own = try contents(of: path, for: "caFile", .authorities)
    // Where the system has a directory, the same authorities are in both.
    guard let file = store?.file, store?.origin == .environment || store?.folder == nil else { return own }
    // OpenSSL would find those of the store, and not miss its own.
    guard own.contains("CERTIFICATE-----".utf8) else {
      var problem = Problem(.sourceMisconfigured, explanation: .connection(.authorities))
      problem.detail.reason = "caFile"
      throw problem
    }
    return try contents(of: file, for: "caFile", .authorities) + [UInt8(ascii: "\n")] + own
  }

  /// Has a certificate shown to a server that asks for one.
  func setClientCertificate(_ request: HTTPRequest, _ options: HTTPOptions) throws(Problem) {
    guard let client = options.clientCertificate, request.url.isSecure else { return }
    let key = try contents(of: client.key, for: "key", .key)
    guard !Self.isEncrypted(key) else {
      throw Problem(fileOf: "key", .keyWithPassphrase)
    }
    let certificate = try contents(of: client.certificate, for: "certificate", .certificate)
    try easy.set(CURLOPT_SSLCERT_BLOB, to: certificate)
    try easy.set(CURLOPT_SSLKEY_BLOB, to: key)
    // A key with a passphrase that was not recognised must fail: OpenSSL would ask for it at the terminal.
    try easy.set(CURLOPT_KEYPASSWD, to: "")
  }

  /// RFC 7468 section 11, or the form of OpenSSL before it.
  private static func isEncrypted(_ key: [UInt8]) -> Bool {
    key.contains("BEGIN ENCRYPTED".utf8) || key.contains(",ENCRYPTED".utf8)
  }

  private func contents(
    of path: String, for key: String, _ purpose: Explanation.Purpose
  ) throws(Problem) -> [UInt8] {
    do throws(Problem) {
      return try RegularFile(path: path, limit: HTTPLimits.authorityBytes).contents()
    } catch {
      var problem = Problem(fileOf: key, .unusable(purpose, error.kind, error.explanation))
      problem.detail.errno = error.detail.errno
      throw problem
    }
  }
}

extension Duration {
  /// At least 1, since 0 means no limit to libcurl.
  fileprivate var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return max(1, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

extension Problem {
  /// `sourceMisconfigured`: a file that a key of the resource names cannot be used.
  fileprivate init(fileOf key: String, _ file: Explanation.File) {
    self.init(.sourceMisconfigured, explanation: .file(file))
    detail.reason = key
  }
}
