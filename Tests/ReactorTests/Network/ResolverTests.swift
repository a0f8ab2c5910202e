import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Reactor

/// Name servers that are silent until the test has them answer.
@Suite(.timeLimit(.minutes(10))) struct ResolverTests {
  private let loop = LoopActor.shared.loop
  private let asked = Silence()
  /// Who was answered, in order, and with how many addresses; -1 for overload.
  private let outcomes = Box<[String]>([])

  init() {
    EventLoopThread.start()
  }

  /// What threads wait for.
  private final class Silence: Sendable {
    private let state = Monitor((names: [String](), isOver: false))

    var names: [String] { state.update(\.names) }

    func ask(_ name: String) -> [SocketAddress] {
      state.update { $0.names.append(name) }
      _ = state.wait { $0.isOver ? true : nil }
      return SocketAddress.addresses(of: "127.0.0.1", isNumeric: true)
    }

    func end() {
      state.update { $0.isOver = true }
    }
  }

  @LoopActor private func lookup(_ name: String, _ resolver: Resolver) -> HostLookup {
    HostLookup(name, on: loop, through: resolver) { [outcomes] outcome in
      switch outcome {
      case .addresses(let addresses): outcomes.value.append("\(name) \(addresses.count)")
      case .overloaded: outcomes.value.append("\(name) overloaded")
      }
    }
  }

  @LoopActor private func resolver() -> Resolver {
    Resolver { [asked] in asked.ask($0) }
  }

  @LoopActor @Test func `a name is asked for once, however many want it`() async {
    let resolver = resolver()
    let lookups = (0..<5).map { _ in lookup("a.example", resolver) }
    await loop.turns { !asked.names.isEmpty }
    asked.end()
    await loop.turns { outcomes.value.count == 5 }
    #expect(outcomes.value == Array(repeating: "a.example 1", count: 5))
    #expect(asked.names == ["a.example"] && resolver.askedCount == 0)
    withExtendedLifetime(lookups) {}
  }

  @LoopActor @Test func `asking and leaving a thousand times makes one thread`() async {
    let resolver = resolver()
    for _ in 0..<1_000 { lookup("a.example", resolver).cancel() }
    #expect(resolver.askedCount == 1)
    asked.end()
    await loop.turns { resolver.askedCount == 0 }
    #expect(asked.names == ["a.example"] && outcomes.value.isEmpty)
  }

  @LoopActor @Test func `eight names are asked for at a time, the others wait in line`() async {
    let resolver = resolver()
    let names = (0..<20).map { "\($0).example" }
    let lookups = names.map { lookup($0, resolver) }
    await loop.turns { asked.names.count == 8 }
    lookups[10].cancel()
    await loop.nextTurn()
    #expect(resolver.askedCount == 8 && Set(asked.names) == Set(names[..<8]))
    asked.end()
    await loop.turns { outcomes.value.count == 19 }
    #expect(Set(asked.names) == Set(names).subtracting(["10.example"]))
  }

  @LoopActor @Test func `a line that is full takes nobody more`() async {
    let resolver = resolver()
    let lookups = (0..<8 + 1_024).map { lookup("\($0).example", resolver) }
    let last = lookup("last.example", resolver)
    #expect(outcomes.value.isEmpty)
    await loop.turns { !outcomes.value.isEmpty }
    #expect(outcomes.value == ["last.example overloaded"])
    // Whoever leaves makes room.
    lookups[500].cancel()
    let next = lookup("next.example", resolver)
    await loop.nextTurn()
    #expect(outcomes.value.count == 1)
    for lookup in lookups + [last, next] { lookup.cancel() }
    asked.end()
  }

  @Test func `a name is asked for without a descriptor`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let loop = LoopActor.shared.loop
      _ = loop.run {
        limitDescriptors(to: 20)
        while open("/dev/null", O_RDONLY) >= 0 {}
        let resolver = Resolver { _ in SocketAddress.addresses(of: "::1", isNumeric: true) }
        return HostLookup("a.example", on: loop, through: resolver) { outcome in
          guard case .addresses(let addresses) = outcome else { exit(1) }
          exit(addresses.map(\.literal) == ["::1"] ? 0 : 2)
        }
      }
    }
  }

  @Test(arguments: ["127.0.0.1", "::1", "2001:db8::1"]) func `an address is written as it was read`(
    text: String
  ) {
    let addresses = SocketAddress.addresses(of: text, isNumeric: true)
    #expect(addresses.map(\.literal) == [text])
    #expect(addresses.first?.with(port: 0x1234).bytes[2..<4] == [0x12, 0x34])
  }

  @Test func `an address of one link is not written, since its link would be lost`() {
    let addresses = SocketAddress.addresses(of: "fe80::1%lo", isNumeric: true)
    #expect(addresses.count == 1 && addresses.first?.literal == nil)
  }
}
