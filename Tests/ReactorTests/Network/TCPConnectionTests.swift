import Glibc
import TestSupport
import Testing

@testable import Reactor

@Suite(.timeLimit(.minutes(10))) struct TCPConnectionTests {
  private let loop = LoopActor.shared.loop
  /// What came, in words.
  private let told = Box<[String]>([])

  init() {
    EventLoopThread.start()
  }

  @LoopActor private func connect(to host: String = "127.0.0.1", _ port: UInt16) -> TCPConnection {
    TCPConnection(host: host, port: port, on: loop) { [told] event in
      switch event {
      case .connected: told.value.append("connected")
      case .bytes(let bytes): told.value.append(String(decoding: bytes, as: UTF8.self))
      case .unknownHost: told.value.append("unknown host")
      case .refused(let errno): told.value.append("refused \(errno)")
      case .ended: told.value.append("ended")
      }
    }
  }

  @LoopActor @Test(arguments: ["127.0.0.1", "localhost"])
  func `what is sent arrives, what comes is told, and then the end, once`(host: String) async {
    let server = FaultServer(onConnect: [.awaitBytes, .send("hello")])
    let connection = connect(to: host, server.port)
    #expect(told.value.isEmpty)
    await loop.turns { told.value == ["connected"] }
    connection.send(Array("hi".utf8))
    await loop.turns { told.value.last == "ended" }
    await loop.nextTurn()
    #expect(told.value == ["connected", "hello", "ended"])
  }

  @LoopActor @Test func `a reset is an end`() async {
    let server = FaultServer(onConnect: [.awaitBytes, .reset])
    let connection = connect(server.port)
    await loop.turns { !told.value.isEmpty }
    connection.send([1])
    await loop.turns { told.value.count == 2 }
    #expect(told.value == ["connected", "ended"])
  }

  @LoopActor @Test(arguments: ["127.0.0.1", "::1", "localhost"])
  func `nobody at the port refuses`(host: String) async {
    let socket = LoopbackSocket(backlog: nil)
    defer { LoopbackSocket.close(socket.descriptor) }
    let connection = connect(to: host, socket.port)
    await loop.turns { !told.value.isEmpty }
    // Without IPv6 the family or the address is not there.
    #expect(told.value.count == 1 && told.value.first?.hasPrefix("refused") == true)
    if host != "::1" { #expect(told.value == ["refused \(ECONNREFUSED)"]) }
    withExtendedLifetime(connection) {}
  }

  @LoopActor @Test func `a name without an address is told so`() async {
    let connection = connect(to: unknownHost, 1)
    await loop.turns { !told.value.isEmpty }
    #expect(told.value == ["unknown host"])
    withExtendedLifetime(connection) {}
  }

  @LoopActor @Test func `what is closed or dropped tells nothing`() async {
    let server = FaultServer(onConnect: [.send("hello"), .hold])
    for _ in 0..<20 {
      let connection = connect(server.port)
      connection.close()
    }
    for _ in 0..<20 { _ = connect(server.port) }
    await loop.nextTurn()
    await loop.nextTurn()
    #expect(told.value.isEmpty)
  }

  @LoopActor @Test(.enabled(if: listenerOfIPv6(on: 0) != nil, "no IPv6 on this machine"))
  func `a second address is tried when the first refuses`() async throws {
    let (taken, listener) = try #require(Self.portOfIPv6Alone())
    defer {
      close(listener)
      LoopbackSocket.close(taken.descriptor)
    }
    let connection = connect(to: "localhost", taken.port)
    await loop.turns { !told.value.isEmpty }
    #expect(told.value == ["connected"])
    connection.close()
  }

  /// A port on which somebody listens on ::1, and nobody on 127.0.0.1, where it is taken; nil if none is free on both.
  nonisolated private static func portOfIPv6Alone() -> (taken: LoopbackSocket, listener: CInt)? {
    for _ in 0..<100 {
      let taken = LoopbackSocket(backlog: nil)
      if let listener = listenerOfIPv6(on: taken.port) { return (taken, listener) }
      LoopbackSocket.close(taken.descriptor)
    }
    return nil
  }

  /// A socket that listens on ::1; nil on a machine without it, or if the port is in use.
  nonisolated private static func listenerOfIPv6(on port: UInt16) -> CInt? {
    let descriptor = socket(AF_INET6, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
        bind(descriptor, general, length) == 0 && listen(descriptor, 8) == 0
      }
    }
    if isListening { return descriptor }
    close(descriptor)
    return nil
  }
}
