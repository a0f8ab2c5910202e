package import Engine
import Reactor

extension Version {
  /// The version of the wire contract.
  ///
  /// A change that can break a client raises it.
  package static let wireProtocol = "1"

  /// For people: `statusd 0.1.0 (protocol 1, commit 0123456789ab)`, without the commit where it is not known.
  package static var description: String {
    let commit = BuildCommit.current.map { ", commit \($0.prefix(12))" } ?? ""
    return "statusd \(current) (protocol \(wireProtocol)\(commit))"
  }
}
