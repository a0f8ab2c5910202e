package import Reactor
import StatusCore

/// A resource that is fetched by HTTP or HTTPS: one GET for each attempt.
@LoopActor
package final class HTTPSource: Source {
  package let address: String
  private let url: HTTPURL
  private let options: HTTPOptions
  private let time: any TimeSource

  /// Makes a source of `url`; `time` is what the dates in a server's answers are compared with.
  package init(
    _ url: HTTPURL, options: HTTPOptions, time: any TimeSource = LoopActor.shared.loop.timers.source
  ) {
    self.url = url
    self.options = options
    self.time = time
    address = url.redacted
  }

  /// Starts a GET.
  ///
  /// The first one of the process loads libcurl; without it every attempt ends in `sourceMisconfigured`.
  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    do throws(Problem) {
      let transfer = try CurlTransfer(url, options: options, multi: .shared())
      try transfer.start { [url, time] report in
        let now = Timestamp(millisecondsSince1970: time.millisecondsSince1970)
        completion(HTTPVerdict(url: url, now: now).reply(to: report))
      }
      return transfer
    } catch {
      var problem = error
      problem.detail.url = address
      return LaterCompletion(completion) { [problem] in .failure(problem) }
    }
  }
}

extension CurlTransfer: SourceAttempt {}
