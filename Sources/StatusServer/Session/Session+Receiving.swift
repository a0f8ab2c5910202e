import Engine
package import JSONRPC
import Reactor
import StatusCore

extension Session {
  /// Starts polling what the configuration polls from the start.
  ///
  /// Call this once the client can be notified of the outcome.
  package func begin() {
    engine.begin(for: owner)
  }

  /// The client has given its process id.
  func clientIsProcess(_ process: Int) {
    onClientProcess?(process)
  }

  /// Takes the content of one frame.
  package func receive(_ content: FrameContent) {
    switch content {
    case .single(.call(let call)): perform(call, respondingAt: call.id.map(ResponsePlace.alone) ?? .nowhere)
    case .single(.invalid(let id, let problem)): refuse(problem, .alone(id))
    case .single(.ignored): break
    case .batch(let messages):
      if let problem = profile.problemOfBatch { refuse(problem, .alone(.null)) } else { receive(messages) }
    }
  }

  /// Performs the members of a batch in order; their responses share one array.
  private func receive(_ messages: [Message]) {
    let batch = Batch(count: messages.count { $0.idOfResponse != nil })
    var index = 0
    for message in messages {
      guard let id = message.idOfResponse else {
        receive(.single(message))
        continue
      }
      let place = ResponsePlace.batch(batch, index, id)
      index += 1
      switch message {
      case .call(let call): perform(call, respondingAt: place)
      case .invalid(_, let problem): refuse(problem, place)
      case .ignored: break
      }
    }
  }

  /// Responds with an error to a message that never reached a method.
  func refuse(_ problem: ProtocolProblem, _ place: ResponsePlace) {
    statistics.refused += 1
    respond(place, CallContext(), with: .failure(failures.record(Problem(problem))))
  }
}

extension Message {
  /// The id of the response; nil if the message gets none.
  fileprivate var idOfResponse: RequestID? {
    switch self {
    case .call(let call): call.id
    case .invalid(let id, _): id
    case .ignored: nil
    }
  }
}
