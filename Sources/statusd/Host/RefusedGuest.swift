import Reactor

/// A guest that cannot do what was asked for: says why, and ends at once.
@LoopActor
final class RefusedGuest: Guest {
  init(_ sentence: String, status: CInt = ExitStatus.usage, on host: Host) {
    LastWords.write("statusd: \(sentence)")
    host.end(status)
  }

  func terminate(_ signal: CInt) {}
  func abandon() {}
  func close() {}
}
