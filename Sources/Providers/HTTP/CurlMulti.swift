import CCurl
import Reactor
import StatusCore

/// All HTTP of the process: libcurl's multi handle, driven by the event loop.
///
/// libcurl asks by two callbacks for sockets to be watched and for a timer to be set; what becomes ready is
/// told to it by `curl_multi_socket_action`, and nothing ever waits. libcurl may not be called from within its
/// callbacks: they change watches and the timer, which call back on a later turn, and nothing else.
///
/// Connections outlive transfers here, which is what makes a poll every ten seconds cheap for both sides. It
/// lives as long as the process, as the one of ``shared()`` does.
@LoopActor
@safe
final class CurlMulti {
  private static var instance: CurlMulti?
  /// Connections that are kept open without a transfer.
  private static let idleConnections = 8

  let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer
  private let loop: EventLoop
  private var watches: [CInt: Watch] = [:]
  private var timer: Timer?
  /// The transfers whose handles are in the multi handle, by those: kept here until they are out of it.
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = unsafe [:]

  /// The one of this process, made at the first HTTP request.
  ///
  /// - Throws: `sourceMisconfigured` without a usable libcurl.
  static func shared() throws(Problem) -> CurlMulti {
    if let instance { return instance }
    let multi = try CurlMulti(CurlLibrary.shared(), loop: LoopActor.shared.loop)
    instance = multi
    return multi
  }

  init(_ library: CurlLibrary, loop: EventLoop) throws(Problem) {
    self.library = library
    self.loop = loop
    guard let handle = unsafe library.functions.pointee.multi_init() else {
      throw Problem(.internalError, explanation: "libcurl could not make a multi handle.")
    }
    unsafe self.handle = handle
    // SAFETY: neither the handle nor the reference that is retained here is ever released, so the pointer is
    // good whenever the handle calls back.
    let this = unsafe Unmanaged.passRetained(self).toOpaque()
    let curl = unsafe library.functions
    let results = [
      unsafe ccurl_multi_set_socket_function(curl, handle, curlWantsSocket),
      unsafe ccurl_multi_set_pointer(curl, handle, CURLMOPT_SOCKETDATA, this),
      unsafe ccurl_multi_set_timer_function(curl, handle, curlWantsTimer),
      unsafe ccurl_multi_set_pointer(curl, handle, CURLMOPT_TIMERDATA, this),
      unsafe ccurl_multi_set_long(curl, handle, CURLMOPT_MAXCONNECTS, Self.idleConnections),
    ]
    guard results.allSatisfy({ $0 == CURLM_OK }) else {
      throw Problem(.internalError, explanation: "libcurl refuses an option of its multi handle.")
    }
  }
}

extension CurlMulti {
  /// Starts a transfer; it is told how it ended on a later turn of the loop.
  func start(_ transfer: CurlTransfer) throws(Problem) {
    let easy = unsafe transfer.easy.handle
    guard unsafe library.functions.pointee.multi_add_handle(handle, easy) == CURLM_OK else {
      throw Problem(.internalError, explanation: "libcurl could not start the transfer.")
    }
    unsafe transfers[easy] = transfer
  }

  /// Ends a transfer, without a word to it; one that has ended is left as it is.
  func cancel(_ transfer: CurlTransfer) {
    let easy = unsafe transfer.easy.handle
    guard let transfer = unsafe transfers.removeValue(forKey: easy) else { return }
    remove(transfer)
  }

  private func remove(_ transfer: CurlTransfer) {
    // It fails for a handle that is in no multi handle, which one from `transfers` is.
    _ = unsafe library.functions.pointee.multi_remove_handle(handle, transfer.easy.handle)
  }
}

extension CurlMulti {
  /// Has `socket` watched as libcurl asks.
  fileprivate func watch(_ socket: CInt, for interest: CInt) {
    guard let events = Self.readiness(for: interest) else {
      watches.removeValue(forKey: socket)?.cancel()
      return
    }
    if let watch = watches[socket] {
      watch.events = events
    } else {
      watches[socket] = loop.watch(socket, for: events) { [unowned self] ready in
        act(on: socket, events: Self.curlEvents(of: ready))
      }
    }
  }

  /// Has libcurl called after `milliseconds`, or not at all when they are negative.
  fileprivate func setTimer(milliseconds: Int) {
    timer?.cancel()
    timer = nil
    guard milliseconds >= 0 else { return }
    timer = loop.timers.schedule(after: .milliseconds(milliseconds)) { [unowned self] in
      act(on: CURL_SOCKET_BAD, events: 0)
    }
  }

  /// The events to watch for; nil for none and no longer.
  private static func readiness(for interest: CInt) -> Readiness? {
    switch interest {
    case CURL_POLL_IN: .readable
    case CURL_POLL_OUT: .writable
    case CURL_POLL_INOUT: [.readable, .writable]
    case CURL_POLL_NONE: []
    default: nil
    }
  }

  /// What is ready in libcurl's terms.
  ///
  /// A connection that failed or was closed counts as readable: reading brings what is still there, and then
  /// the system's error number, which an error event of libcurl's would hide.
  private static func curlEvents(of ready: Readiness) -> CInt {
    var events = ready.isDisjoint(with: [.readable, .failed, .hungUp, .invalid]) ? 0 : CURL_CSELECT_IN
    if ready.contains(.writable) { events |= CURL_CSELECT_OUT }
    return events
  }
}

extension CurlMulti {
  /// Lets libcurl do what it can now, then tells the transfers that have ended.
  private func act(on socket: CInt, events: CInt) {
    var running: CInt = 0
    let code = unsafe library.functions.pointee.multi_socket_action(handle, socket, events, &running)
    assert(code == CURLM_OK, "the multi handle is not called from its callbacks, nor with a wrong socket")
    // All are taken out before the first is told: what it is told may start and cancel transfers.
    let ended = takeEnded()
    for (transfer, code) in ended { transfer.end(with: code) }
  }

  private func takeEnded() -> [(CurlTransfer, CURLcode)] {
    var ended: [(CurlTransfer, CURLcode)] = []
    var left: CInt = 0
    while let message = unsafe library.functions.pointee.multi_info_read(handle, &left) {
      // SAFETY: a message is valid until the next call with the multi handle: it is read before.
      let (kind, easy, code) = unsafe (
        message.pointee.msg, message.pointee.easy_handle, message.pointee.data.result
      )
      guard kind == CURLMSG_DONE, let easy = unsafe easy else { continue }
      guard let transfer = unsafe transfers.removeValue(forKey: easy) else { continue }
      remove(transfer)
      ended.append((transfer, code))
    }
    return ended
  }
}

// MARK: Callbacks of libcurl, on the loop's thread from within calls of CurlMulti

/// `CURLMOPT_SOCKETFUNCTION`.
private let curlWantsSocket: curl_socket_callback = { _, socket, interest, user, _ in
  // SAFETY: `user` is the CurlMulti whose call this is part of; see its initializer.
  guard let user = unsafe user else { return -1 }
  let multi = unsafe Unmanaged<CurlMulti>.fromOpaque(user).takeUnretainedValue()
  LoopActor.assumeIsolated { multi.watch(socket, for: interest) }
  return 0
}

/// `CURLMOPT_TIMERFUNCTION`.
private let curlWantsTimer: curl_multi_timer_callback = { _, milliseconds, user in
  // SAFETY: as above.
  guard let user = unsafe user else { return -1 }
  let multi = unsafe Unmanaged<CurlMulti>.fromOpaque(user).takeUnretainedValue()
  LoopActor.assumeIsolated { multi.setTimer(milliseconds: milliseconds) }
  return 0
}
