import CCurl
import Reactor
import StatusCore

/// The owner of one easy handle of libcurl: the settings of one transfer, and what is known of it.
///
/// The handle, the list of addresses and the buffer for libcurl's words are made here and freed in `deinit`,
/// in the order that libcurl asks for. Whoever adds the handle to a multi handle keeps this object until it
/// has been removed again. Isolated to the loop by its users: it is not `Sendable`.
@safe
final class CurlEasy {
  let handle: UnsafeMutableRawPointer
  private let functions: UnsafePointer<CurlFunctions>
  private let message: UnsafeMutablePointer<CChar>
  private var headers: CurlHeaders?
  private var addresses: UnsafeMutablePointer<curl_slist>?

  /// - Throws: `transportFailed` when there is no memory for a handle.
  @LoopActor
  init(_ library: CurlLibrary) throws(Problem) {
    unsafe functions = library.functions
    guard let handle = unsafe functions.pointee.easy_init() else {
      throw Problem(.transportFailed, explanation: .library(.noHandle))
    }
    unsafe self.handle = handle
    unsafe message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    // The buffer is freed after the handle, in `deinit`.
    try check(unsafe ccurl_set_pointer(functions, handle, CURLOPT_ERRORBUFFER, message))
  }

  deinit {
    unsafe functions.pointee.easy_cleanup(handle)
    unsafe functions.pointee.slist_free_all(addresses)
    unsafe message.deallocate()
  }

  /// - Throws: `sourceMisconfigured` when libcurl does not have the option or refuses the value.
  func check(_ code: CURLcode) throws(Problem) {
    guard code != CURLE_OK else { return }
    throw Problem(.sourceMisconfigured, explanation: .library(.optionRefused(code: Int(code.rawValue))))
  }
}

extension CurlEasy {
  func set(_ option: CURLoption, to value: Int) throws(Problem) {
    try check(unsafe ccurl_set_long(functions, handle, option, value))
  }

  /// Sets a string, which libcurl copies; nil takes its own one away.
  func set(_ option: CURLoption, to value: String?) throws(Problem) {
    guard let value else { return try check(unsafe ccurl_set_string(functions, handle, option, nil)) }
    // Given as it is, it would be copied to an array first.
    try check(unsafe value.withCString { unsafe ccurl_set_string(functions, handle, option, $0) })
  }

  /// Sets bytes, which libcurl copies.
  func set(_ option: CURLoption, to bytes: [UInt8]) throws(Problem) {
    // SAFETY: the shim passes on as many bytes as the array has.
    let code = unsafe bytes.withUnsafeBytes {
      unsafe ccurl_set_blob(functions, handle, option, $0.baseAddress, $0.count)
    }
    try check(code)
  }

  /// Sets what callbacks are given; see there who keeps it.
  func set(_ option: CURLoption, to pointer: UnsafeMutableRawPointer) throws(Problem) {
    try check(unsafe ccurl_set_pointer(functions, handle, option, pointer))
  }

  func set(_ option: CURLoption, to function: @escaping curl_write_callback) throws(Problem) {
    try check(unsafe ccurl_set_write_function(functions, handle, option, function))
  }

  func setPrerequest(to function: @escaping curl_prereq_callback) throws(Problem) {
    try check(unsafe ccurl_set_prereq_function(functions, handle, function))
  }

  func setSocketOptions(by function: @escaping curl_sockopt_callback) throws(Problem) {
    try check(unsafe ccurl_set_sockopt_function(functions, handle, function))
  }

  func setResolverStart(to function: @escaping curl_resolver_start_callback) throws(Problem) {
    try check(unsafe ccurl_set_resolver_start_function(functions, handle, function))
  }

  /// It fails for a handle without a connection, which has nothing to be paused.
  func pause(_ isPaused: Bool) {
    _ = unsafe functions.pointee.easy_pause(handle, isPaused ? CURLPAUSE_RECV : CURLPAUSE_CONT)
  }

  /// Tells libcurl the addresses of a host, for as long as it remembers those that it has looked up itself; once.
  ///
  /// - Parameter entry: `+HOST:PORT:ADDRESS,ADDRESS` (CURLOPT_RESOLVE).
  func add(addresses entry: String) throws(Problem) {
    guard let list = unsafe functions.pointee.slist_append(addresses, entry) else {
      throw Problem(.internalError, explanation: .library(.addressNotKept))
    }
    unsafe addresses = list
    // The list is freed after the handle, in `deinit`.
    try check(unsafe ccurl_set_pointer(functions, handle, CURLOPT_RESOLVE, list))
  }

  /// Gives the request its lines of headers; once.
  func set(_ headers: CurlHeaders) throws(Problem) {
    guard let list = unsafe headers.list else { return }
    // Properties live until after `deinit`, which frees the handle.
    self.headers = headers
    try check(unsafe ccurl_set_pointer(functions, handle, CURLOPT_HTTPHEADER, list))
  }

  /// Has a URL asked for that is read already; its text is to be set too.
  func set(_ url: CurlURL) throws(Problem) {
    try check(unsafe ccurl_set_pointer(functions, handle, CURLOPT_CURLU, UnsafeMutableRawPointer(url.handle)))
  }
}

extension CurlEasy {
  /// What went wrong in libcurl's words, which are empty when nothing did.
  var errorText: String {
    // SAFETY: libcurl ends what it writes into the buffer with a zero, and the buffer began as zeros.
    unsafe String(cString: message)
  }

  /// A number that is known of the transfer; 0 where libcurl does not know it.
  func number(_ info: CURLINFO) -> Int {
    var value = 0
    _ = unsafe ccurl_get_long(functions, handle, info, &value)
    return value
  }

  /// A field of the server's own certificate; nil unless CURLOPT_CERTINFO was set.
  func certificateField(_ name: String) -> String? {
    var chain: UnsafeMutablePointer<curl_certinfo>?
    // SAFETY: the chain, its lists and their texts belong to the handle and are copied at once. The first list, which
    // is the server's own certificate, is there where the count says so.
    guard unsafe ccurl_get_certificates(functions, handle, &chain) == CURLE_OK, let chain = unsafe chain,
      unsafe chain.pointee.num_of_certs > 0
    else { return nil }
    var field = unsafe chain.pointee.certinfo[0]
    while let entry = unsafe field {
      let text = unsafe String(cString: entry.pointee.data)
      if let field = text.dropping(prefix: name + ":") { return field }
      unsafe field = entry.pointee.next
    }
    return nil
  }
}
