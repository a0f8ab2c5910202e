import Engine
import Glibc
import Jansson
import StatusCore
import TestSupport

@testable import Reactor
@testable import StatusServer

/// One client of a server that has several, on the other end of a socket pair.
@LoopActor
final class Peer {
  let connection: Connection
  private(set) var statuses: [Int32] = []
  private let loop = LoopActor.shared.loop
  /// The test's end, and the connection's.
  private let (mine, theirs): (CInt, CInt)
  private var unread: [UInt8] = []

  init(of server: Server) {
    var ends: [CInt] = [0, 0]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    precondition(socketpair(AF_UNIX, type, 0, &ends) == 0, "no descriptors left")
    (mine, theirs) = (ends[0], ends[1])
    connection = Connection(Transport(owning: theirs, theirs), server)
    connection.onEnd = { [weak self] in self?.statuses.append($0) }
    connection.begin()
  }

  isolated deinit {
    connection.close()
    close(mine)
  }

  var session: Session { connection.session }

  // MARK: Speaking

  func call(_ method: String, _ params: String? = nil, id: String? = "1") {
    let members = [
      #""jsonrpc":"2.0""#, id.map { #""id":\#($0)"# }, #""method":"\#(method)""#,
      params.map { #""params":\#($0)"# },
    ]
    send("{" + members.compactMap(\.self).joined(separator: ",") + "}\n")
  }

  func send(_ text: String) {
    precondition(sendIfThereIsRoom(text), "the test must not wait for the daemon")
  }

  /// - Returns: Whether there was room.
  func sendIfThereIsRoom(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(mine, bytes, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT)) == bytes.count
  }

  /// Nothing more is sent; responses can still be read.
  func endInput() {
    shutdown(mine, CInt(SHUT_WR))
  }

  // MARK: Listening

  /// Waits until a message has come that is `last`, and gives all up to then.
  func messages(until isLast: (Sent) -> Bool) async throws -> [Sent] {
    var messages: [Sent] = []
    while true {
      let new = try read()
      messages += new
      if new.contains(where: isLast) { return messages }
      await loop.nextTurn()
    }
  }

  /// Waits for the response to a request, and gives what came up to it.
  func messages(upTo id: String) async throws -> [Sent] {
    try await messages { $0.id == id }
  }

  func response(_ id: String) async throws -> Sent {
    try await messages(upTo: id).last { $0.id == id } ?? .nothing
  }

  /// What has come by now.
  func read() throws -> [Sent] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(mine, &chunk, chunk.count, CInt(MSG_DONTWAIT)), count > 0 {
      unread += chunk[..<count]
    }
    guard let end = unread.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { unread.removeFirst(end + 1) }
    return try unread[..<end].split(separator: UInt8(ascii: "\n")).map { line in
      try Sent(JSONText(trusting: Array(line)))
    }
  }
}
