import CCurl
import Glibc
import Reactor
import StatusCore

extension CurlTransfer {
  /// Makes libcurl report progress to this object.
  func setCallbacks() throws(Problem) {
    // SAFETY: these callbacks come only while the handle is in the multi handle, and as long as it is there
    // CurlMulti keeps this object: the pointer needs no reference of its own.
    let this = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe try easy.set(CURLOPT_WRITEFUNCTION, to: curlHasBody)
    unsafe try easy.set(CURLOPT_WRITEDATA, to: this)
    unsafe try easy.set(CURLOPT_HEADERFUNCTION, to: curlHasHeader)
    unsafe try easy.set(CURLOPT_HEADERDATA, to: this)
    unsafe try easy.setPrerequest(to: curlSendsRequest)
    unsafe try easy.set(CURLOPT_PREREQDATA, to: this)
    unsafe try easy.setResolverStart(to: curlLooksUpName)
    unsafe try easy.set(CURLOPT_RESOLVER_START_DATA, to: this)
    unsafe try easy.setSocketOptions(by: curlHasSocket)
    unsafe try easy.set(CURLOPT_SOCKOPTDATA, to: this)
    // A proxy's response to CONNECT is not the server's.
    try easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
  }
}

// MARK: Callbacks, on the loop's thread from within calls of CurlMulti

/// `CURLOPT_PREREQFUNCTION`: a connection stands and the request is about to be sent.
private let curlSendsRequest: curl_prereq_callback = { user, _, _, _, _ in
  guard let transfer = unsafe transfer(of: user) else { return CURL_PREREQFUNC_ABORT }
  LoopActor.inCallback { transfer.requestIsSent() }
  return CURL_PREREQFUNC_OK
}

/// `CURLOPT_RESOLVER_START_FUNCTION`: libcurl is about to make a thread that looks up a name.
private let curlLooksUpName: curl_resolver_start_callback = { _, _, user in
  guard let transfer = unsafe transfer(of: user) else { return 1 }
  return LoopActor.inCallback { transfer.mayLookUpName() } ? 0 : 1
}

/// `CURLOPT_SOCKOPTFUNCTION`: libcurl is about to connect a socket.
private let curlHasSocket: curl_sockopt_callback = { user, socket, _ in
  guard let transfer = unsafe transfer(of: user) else { return CURL_SOCKOPT_ERROR }
  // libcurl leaves its sockets to programs that are started meanwhile: with a copy there, a connection that is closed
  // here stays open to its server until such a program ends.
  _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  LoopActor.inCallback { transfer.connectionBegins() }
  return CURL_SOCKOPT_OK
}

/// `CURLOPT_HEADERFUNCTION`: one line of headers, its line end included.
private let curlHasHeader: curl_write_callback = { bytes, size, count, user in
  guard let transfer = unsafe transfer(of: user) else { return 0 }
  // SAFETY: libcurl passes `size * count` bytes that are valid during the call, which `take` does not outlive.
  let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  LoopActor.checkIsolated()
  return unsafe takeHeaderLine(transfer, line) ? size * count : 0
}

/// ``CurlTransfer/take(headerLine:)`` for a thread that was shown to be the loop's: as a closure of the loop's, which
/// holds a line, each of them would be an allocation.
private let takeHeaderLine: @Sendable (CurlTransfer, UnsafeRawBufferPointer) -> Bool = {
  typealias Isolated = @LoopActor @Sendable (CurlTransfer, UnsafeRawBufferPointer) -> Bool
  typealias Plain = @Sendable (CurlTransfer, UnsafeRawBufferPointer) -> Bool
  let isolated: Isolated = { unsafe $0.take(headerLine: $1) }
  // SAFETY: the two types differ in isolation alone, which has no representation (see `LoopActor`).
  return unsafe unsafeBitCast(isolated, to: Plain.self)
}()

/// `CURLOPT_WRITEFUNCTION`: a piece of a body.
private let curlHasBody: curl_write_callback = { bytes, size, count, user in
  guard let transfer = unsafe transfer(of: user) else { return 0 }
  // SAFETY: libcurl passes `size * count` bytes that are valid during the call, which `take` does not
  // outlive; it runs at once and on this thread.
  nonisolated(unsafe) let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
  let isTaken = LoopActor.inCallback { unsafe transfer.take(body: piece) }
  // Less than was passed makes libcurl end the transfer.
  return isTaken || size * count == 0 ? size * count : 0
}

/// The transfer that a callback belongs to.
private func transfer(of user: UnsafeMutableRawPointer?) -> CurlTransfer? {
  // SAFETY: every callback above is given the transfer whose handle it was set on; see `setCallbacks`.
  guard let user = unsafe user else { return nil }
  return unsafe Unmanaged<CurlTransfer>.fromOpaque(user).takeUnretainedValue()
}
