package import Reactor
package import StatusCore

/// A resource that is a file on this computer.
///
/// It is read in one go on the loop: a regular file does not keep its reader waiting, and other kinds are
/// refused. While polling is wanted it is read when it has changed, and polls are the net: they look at the file, and
/// read it only if it is another version than the last.
@LoopActor
package final class FileSource: LiveSource {
  package let address: String
  package let liveMode: LiveMode?
  private let file: RegularFile
  private let clock = SystemTime()
  private let watches: DirectoryWatches
  private let timers: TimerQueue
  private let onFallback: @LoopActor (String) -> Void
  private weak var connection: FileConnection?

  /// - Parameters:
  ///   - path: A relative one begins at the working directory.
  ///   - bodyBytes: A file that is larger is not accepted.
  ///   - isWatched: Whether its changes are reported by themselves; otherwise it is only polled.
  ///   - onFallback: Called with the reason whenever the system does not report changes, so that the file is only
  ///     polled.
  package init(
    path: String, bodyBytes: Int = HTTPLimits().bodyBytes, isWatched: Bool = false,
    watches: DirectoryWatches = .shared, timers: TimerQueue = LoopActor.shared.loop.timers,
    onFallback: @escaping @LoopActor (String) -> Void = { _ in }
  ) {
    address = "file:\(path)"
    file = RegularFile(path: path, limit: bodyBytes)
    liveMode = isWatched ? .besidePolls : nil
    (self.watches, self.timers) = (watches, timers)
    self.onFallback = onFallback
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    // A directory that was not there, or that another has replaced, is watched from now on.
    connection?.arm()
    return LaterCompletion(completion) { [self] in read(request) }
  }

  package func open(
    _ request: SourceRequest, _ received: @escaping @LoopActor (LiveEvent) -> Void
  ) -> any LiveConnection {
    let opened = FileConnection(path: file.path, watches, timers: timers, onFallback) { [weak self] in
      if let self { received(.delivered(read(SourceRequest(takesNothing: request.takesNothing)))) }
    }
    opened.arm()
    connection = opened
    return opened
  }

  /// Reads the file, unless it is the version that is kept.
  private func read(_ request: SourceRequest) -> Result<SourceResponse, Problem> {
    if let tag = request.validators?.entityTag, tag == file.identity?.tag { return .success(.notModified) }
    do throws(Problem) {
      let (bytes, identity) = try file.version(takesNothing: request.takesNothing)
      // A version that may still change without a trace is read again.
      let isSettled = identity.isSettled(atMillisecondsSince1970: clock.millisecondsSince1970)
      return .success(
        SourceResponse(.body(bytes), validators: isSettled ? Validators(entityTag: identity.tag) : nil))
    } catch {
      var problem = error
      problem.detail.url = address
      return .failure(problem)
    }
  }
}
