import Glibc
import StatusCore
import TestSupport
import Testing

@testable import Providers
@testable import Reactor

/// Waiting for a network: by the kernel's word, and by asking.
@Suite(.timeLimit(.minutes(10))) struct NetworkWatchTests {
  private let loop = LoopActor.shared.loop

  init() {
    EventLoopThread.start()
  }

  // MARK: A scripted network

  /// A network that is there when the test says so, and a socket that tells of changes as netlink does.
  @LoopActor private final class Network {
    let channel = Channel(.socketPair)
    let timers = TimerQueue(source: ManualTime())
    var isConnected = false
    var looks = 0
    var told = 0

    /// - Parameter tellsOfChanges: Whether there is such a socket.
    func watch(tellsOfChanges: Bool) -> NetworkWatch {
      NetworkWatch(
        loop: LoopActor.shared.loop, timers: timers,
        isConnected: { [unowned self] in
          looks += 1
          return isConnected
        },
        openRoutes: { [channel] in
          tellsOfChanges ? RouteStream(adopting: fcntl(channel.reader, F_DUPFD_CLOEXEC, 0)) : nil
        })
    }

    func wait(on watch: NetworkWatch) -> any ConnectionWait {
      watch.whenConnected { [unowned self] in told += 1 }
    }
  }

  @LoopActor @Test(arguments: [true, false])
  func `who waits while there is a network is told, and later`(tellsOfChanges: Bool) async {
    let network = Network()
    network.isConnected = true
    let wait = network.wait(on: network.watch(tellsOfChanges: tellsOfChanges))
    #expect(network.told == 0)
    await loop.turns { network.told > 0 }
    network.channel.write("change")
    network.timers.advance(by: .seconds(60))
    await loop.nextTurn()
    #expect(network.told == 1)
    wait.cancel()
  }

  @LoopActor @Test func `each change has the network looked for, and the first that connects is told, once`()
    async
  {
    let network = Network()
    let wait = network.wait(on: network.watch(tellsOfChanges: true))
    await loop.turns { network.looks == 1 }
    network.channel.write("change")
    await loop.turns { network.looks == 2 }
    #expect(network.told == 0)
    network.isConnected = true
    network.channel.write("change")
    network.channel.write("change")
    await loop.turns { network.told == 1 }
    await loop.nextTurn()
    #expect(network.told == 1 && network.looks == 3)
    withExtendedLifetime(wait) {}
  }

  @LoopActor @Test func `while changes are told nobody asks`() async {
    let network = Network()
    let wait = network.wait(on: network.watch(tellsOfChanges: true))
    await loop.turns { network.looks == 1 }
    network.timers.advance(by: .seconds(3_600))
    #expect(network.looks == 1)
    wait.cancel()
  }

  @LoopActor @Test func `without word of changes the network is looked for every two seconds`() async {
    let network = Network()
    _ = network.wait(on: network.watch(tellsOfChanges: false))
    await loop.turns { network.looks == 1 }
    network.timers.advance(by: .milliseconds(1_999))
    #expect(network.looks == 1)
    network.timers.advance(by: .milliseconds(1))
    #expect(network.looks == 2)
    network.isConnected = true
    network.timers.advance(by: .seconds(2))
    #expect(network.told == 1)
    network.timers.advance(by: .seconds(60))
    #expect(network.told == 1 && network.looks == 3)
  }

  @LoopActor @Test func `when word of changes ends the network is looked for from then on`() async {
    let network = Network()
    _ = network.wait(on: network.watch(tellsOfChanges: true))
    await loop.turns { network.looks == 1 }
    network.channel.closeWriter()
    await loop.turns { network.looks == 2 }
    network.isConnected = true
    network.timers.advance(by: .seconds(2))
    #expect(network.told == 1)
  }

  @LoopActor @Test(arguments: [true, false])
  func `who waits no more is not told, and holds nothing`(tellsOfChanges: Bool) async {
    let network = Network()
    let wait = network.wait(on: network.watch(tellsOfChanges: tellsOfChanges))
    await loop.turns { network.looks == 1 }
    wait.cancel()
    network.isConnected = true
    if tellsOfChanges { network.channel.write("change") }
    network.timers.advance(by: .seconds(60))
    await loop.nextTurn()
    #expect(network.told == 0 && network.looks == 1)
    // The watch's end of the socket is closed: with the test's own, nothing is left of it.
    network.channel.closeReader()
    var ready = pollfd(fd: network.channel.writer, events: Int16(POLLIN), revents: 0)
    // Another test's child has a copy of everything from its birth until it begins its program.
    #expect(poll(&ready, 1, 10_000) == 1 && ready.revents & Int16(POLLHUP) != 0)
  }

  // MARK: A real one

  /// In a process of its own, whose network is a namespace without any route.
  @Test(.enabled(if: NetworkNamespace.isAllowed, "network namespaces need CAP_SYS_ADMIN, and ip of iproute2"))
  func `the kernel tells of a route that appears`() async {
    await #expect(processExitsWith: .success) {
      let loop = LoopActor.shared.loop
      let told = Box<[String]>([])
      loop.run {
        NetworkNamespace.enterNew()
        #expect(NetworkRoute.isMissing)
        // Time stands still: nothing but the kernel can tell.
        let watch = NetworkWatch(loop: loop, timers: TimerQueue(source: ManualTime()))
        _ = watch.whenConnected {
          told.value.append("connected")
          loop.stop()
        }
        NetworkNamespace.ip("link set lo up") {
          told.value.append("up")
          NetworkNamespace.ip("route add default dev lo") {}
        }
      }
      let order = LoopActor.assumeIsolated { told.value }
      #expect(order == ["up", "connected"])
    }
  }
}

/// Networks of the test's own (network_namespaces(7)).
private enum NetworkNamespace {
  /// unshare(2), which the Glibc module leaves out.
  private typealias Unshare = @convention(c) (CInt) -> CInt
  private static let newNetwork: CInt = 0x4000_0000

  static let isAllowed: Bool = {
    let words = ["unshare", "--net", "ip", "link", "set", "lo", "up"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for word in arguments { free(word) } }
    var process = pid_t()
    guard posix_spawnp(&process, "unshare", nil, nil, &arguments, environ) == 0 else { return false }
    var status: CInt = 0
    return waitpid(process, &status, 0) == process && status == 0
  }()

  /// Takes the calling thread out of every network.
  static func enterNew() {
    let unshare = unsafeBitCast(dlsym(nil, "unshare"), to: Unshare.self)
    #expect(unshare(newNetwork) == 0)
  }

  /// Runs `ip` in the calling thread's network.
  @LoopActor static func ip(_ words: String, then done: @escaping @LoopActor () -> Void) {
    let words = ["ip"] + words.split(separator: " ").map(String.init)
    let process = try? ChildProcess(words, on: LoopActor.shared.loop) { event in
      guard case .ended(let ending) = event else { return }
      #expect(ending == .exited(status: 0))
      done()
    }
    #expect(process != nil)
  }
}
