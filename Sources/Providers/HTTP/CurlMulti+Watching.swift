import CCurl
import Reactor

// What libcurl's multi handle waits for, and how it asks for it.

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
        LoopPhase.enter("exchanging with servers")
        act(on: socket, events: Self.curlEvents(of: ready))
      }
    }
  }

  /// Has libcurl called after `milliseconds`, or not at all when they are negative.
  ///
  /// A transfer that starts asks for a call at once. It comes at the end of the turn: before the loop fires a timer, it
  /// looks at its descriptors, which is a system call. What libcurl asks for while it acts waits for that look, so that
  /// a server that never stops keeps nobody waiting.
  fileprivate func setTimer(milliseconds: Int) {
    timer?.cancel()
    timer = nil
    actsThisTurn = milliseconds == 0 && !isActing
    if actsThisTurn {
      endOfTurn.mark()
    } else if milliseconds >= 0 {
      timer = loop.timers.schedule(after: .milliseconds(milliseconds)) { [unowned self] in
        act(on: CURL_SOCKET_BAD, events: 0)
      }
    }
  }

  /// Calls libcurl at the end of the turn, if it still wants that.
  func actAtEndOfTurn() {
    guard actsThisTurn else { return }
    actsThisTurn = false
    act(on: CURL_SOCKET_BAD, events: 0)
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
    (ready.isReadableOrEnded ? CURL_CSELECT_IN : 0) | (ready.isWritable ? CURL_CSELECT_OUT : 0)
  }
}

// MARK: Callbacks, on the loop's thread from within calls of CurlMulti

/// `CURLMOPT_SOCKETFUNCTION`.
let curlWantsSocket: curl_socket_callback = { _, socket, interest, user, _ in
  // SAFETY: `user` is the CurlMulti whose call this is part of; see its initializer.
  guard let user = unsafe user else { return -1 }
  let multi = unsafe Unmanaged<CurlMulti>.fromOpaque(user).takeUnretainedValue()
  LoopActor.inCallback { multi.watch(socket, for: interest) }
  return 0
}

/// `CURLMOPT_TIMERFUNCTION`.
let curlWantsTimer: curl_multi_timer_callback = { _, milliseconds, user in
  // SAFETY: as above.
  guard let user = unsafe user else { return -1 }
  let multi = unsafe Unmanaged<CurlMulti>.fromOpaque(user).takeUnretainedValue()
  LoopActor.inCallback { multi.setTimer(milliseconds: milliseconds) }
  return 0
}
