package import Reactor
import StatusCore

/// A resource that is a file on this computer, read anew by every attempt.
///
/// It is read in one go on the loop: a regular file does not keep its reader waiting, and other kinds are
/// refused.
@LoopActor
package final class FileSource: Source {
  package let address: String
  private let file: RegularFile

  /// - Parameters:
  ///   - path: A relative one begins at the working directory.
  ///   - bodyBytes: A file that is larger is not accepted.
  package init(path: String, bodyBytes: Int = HTTPLimits().bodyBytes) {
    address = "file:\(path)"
    file = RegularFile(path: path, limit: bodyBytes)
  }

  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    LaterCompletion(completion) { [file, address] in
      Result { () throws(Problem) in
        .body(try file.contents())
      }.mapError { problem in
        var problem = problem
        problem.detail.url = address
        return problem
      }
    }
  }
}
