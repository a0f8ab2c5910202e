package import Reactor
import StatusCore

/// A resource that is fetched by HTTP or HTTPS: one GET for each attempt, and those to which redirects lead.
@LoopActor
package final class HTTPSource: Source {
  package let address: String
  package var origin: String? { url.origin }
  package private(set) var lastAttempt: AttemptRecord?
  private let url: HTTPURL
  private let options: HTTPOptions
  private let time: any TimeSource
  /// The newest validators, and who gave them.
  ///
  /// Behind a redirect that leads now here, now there, another document may have the same; it is asked for as a
  /// whole.
  private var condition: HTTPAttempt.Condition?

  /// Makes a source of `url`; `time` is what the dates in a server's responses are compared with.
  package init(
    _ url: HTTPURL, options: HTTPOptions, time: any TimeSource = LoopActor.shared.loop.timers.source
  ) {
    self.url = url
    self.options = options
    self.time = time
    address = url.redacted
  }

  /// Starts a GET, a conditional one if there are validators.
  ///
  /// The first one of the process loads libcurl; without it every attempt ends in `sourceMisconfigured`.
  package func fetch(
    _ request: SourceRequest, _ completion: @escaping SourceCompletion
  ) -> any SourceAttempt {
    lastAttempt = nil
    do throws(Problem) {
      let condition = condition(of: request)
      let options = try options.readingFiles()
      return try HTTPAttempt(
        url, options: options, condition: condition, takesNothing: request.takesNothing, time: time,
        multi: .shared()
      ) {
        self.note($0, $1)
        self.lastAttempt = $2
        completion($0)
      }
    } catch {
      return LaterCompletion(completion) { [error = error.at(url)] in .failure(error) }
    }
  }

  /// Validators that another process has kept are the source's own URL's, for all that is known.
  private func condition(of request: SourceRequest) -> HTTPAttempt.Condition? {
    guard let validators = request.validators else { return nil }
    return condition?.validators == validators
      ? condition : HTTPAttempt.Condition(validators: validators, url: url)
  }

  private func note(_ result: Result<SourceResponse, Problem>, _ responding: HTTPURL) {
    guard case .success(let reply) = result, let validators = reply.validators else { return }
    condition = HTTPAttempt.Condition(validators: validators, url: responding)
  }
}
