import CCurl
import Reactor
import StatusCore

/// All fetches by HTTP of the process: libcurl's multi handle, driven by the event loop.
///
/// libcurl asks by two callbacks for sockets to be watched and for a timer to be set; what becomes ready is
/// passed to `curl_multi_socket_action`, and nothing ever waits. libcurl may not be called from within its
/// callbacks: they change watches and the timer, which call back on a later turn, and nothing else.
///
/// Connections outlive transfers here, which is what makes a poll every ten seconds cheap for both sides. It
/// lives as long as the process, as the one of ``shared()`` does.
@LoopActor
@safe
final class CurlMulti {
  private static var instance: CurlMulti?
  private static var instanceOfStreams: CurlMulti?
  /// Connections to all servers, and how many of them are kept open without a transfer.
  ///
  /// As many are kept as there may be: one that is closed keeps its port for a minute (TIME_WAIT), and resources that
  /// are polled often would use up all ports. What is over the limit waits for a connection.
  static let connections = 128
  /// Connections to one server: some that hang must not keep the others away.
  static let connectionsToOneServer = 32

  let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer
  let loop: EventLoop
  /// What libcurl asked for and did not take back; see CurlMulti+Watching.swift.
  var watches: [CInt: Watch] = [:]
  var timer: Timer?
  /// Marked when libcurl wants to be called at the end of the turn.
  let endOfTurn: LoopHook
  var actsThisTurn = false
  /// Whether libcurl is being called, or what it has brought is passed on.
  private(set) var isActing = false
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

  /// The one for transfers that stay, made at the first event stream.
  ///
  /// Each of them has a connection for as long as it is open. Among those of ``shared()``, some dozen streams of one
  /// server would keep every fetch away. There are as many as resources, which the configuration bounds.
  static func ofStreams() throws(Problem) -> CurlMulti {
    if let instanceOfStreams { return instanceOfStreams }
    let multi = try CurlMulti(
      CurlLibrary.shared(), loop: LoopActor.shared.loop, connections: 0, toOneServer: 0)
    instanceOfStreams = multi
    return multi
  }

  /// - Parameters:
  ///   - connections: To all servers; 0 for any number.
  ///   - toOneServer: The same for each server.
  init(
    _ library: CurlLibrary, loop: EventLoop, connections: Int = CurlMulti.connections,
    toOneServer: Int = CurlMulti.connectionsToOneServer
  ) throws(Problem) {
    self.library = library
    self.loop = loop
    guard let handle = unsafe library.functions.pointee.multi_init() else {
      throw Problem(.transportFailed, explanation: .library(.noMultiHandle))
    }
    unsafe self.handle = handle
    endOfTurn = loop.atEndOfMarkedTurns()
    endOfTurn.onMarked { [unowned self] in actAtEndOfTurn() }
    // SAFETY: neither the handle nor the reference that is retained here is ever released, so the pointer is
    // good whenever the handle calls back.
    let this = unsafe Unmanaged.passRetained(self).toOpaque()
    let curl = unsafe library.functions
    let results = [
      unsafe ccurl_multi_set_socket_function(curl, handle, curlWantsSocket),
      unsafe ccurl_multi_set_pointer(curl, handle, CURLMOPT_SOCKETDATA, this),
      unsafe ccurl_multi_set_timer_function(curl, handle, curlWantsTimer),
      unsafe ccurl_multi_set_pointer(curl, handle, CURLMOPT_TIMERDATA, this),
      unsafe ccurl_multi_set_long(curl, handle, CURLMOPT_MAXCONNECTS, connections),
      unsafe ccurl_multi_set_long(curl, handle, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections),
      unsafe ccurl_multi_set_long(curl, handle, CURLMOPT_MAX_HOST_CONNECTIONS, toOneServer),
    ]
    guard results.allSatisfy({ $0 == CURLM_OK }) else {
      throw Problem(.transportFailed, explanation: .library(.multiOptionRefused))
    }
  }
}

extension CurlMulti {
  /// Starts a transfer; its `end(with:)` is called on a later turn of the loop.
  func start(_ transfer: CurlTransfer) throws(Problem) {
    let easy = unsafe transfer.easy.handle
    guard unsafe library.functions.pointee.multi_add_handle(handle, easy) == CURLM_OK else {
      throw Problem(.transportFailed, explanation: .library(.notStarted))
    }
    unsafe transfers[easy] = transfer
  }

  /// Ends a transfer without a call of its `end(with:)`.
  ///
  /// A transfer that has ended is left as it is.
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
  /// Lets libcurl do what it can now, then calls `end(with:)` of the transfers that have ended.
  func act(on socket: CInt, events: CInt) {
    // It may be so already: what is passed on may have the loop look at its descriptors.
    let wasActing = isActing
    isActing = true
    defer { isActing = wasActing }
    var running: CInt = 0
    let code = unsafe library.functions.pointee.multi_socket_action(handle, socket, events, &running)
    assert(code == CURLM_OK, "the multi handle is not called from its callbacks, nor with a wrong socket")
    // All are taken out before the first call, which may start and cancel transfers.
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
