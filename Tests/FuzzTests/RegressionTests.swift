import Reactor
import TestSupport
import Testing

/// The invariants of Fuzz/ for what it has found and for what the conformance kit sends, without libFuzzer.
@Suite struct RegressionTests {
  init() {
    EventLoopThread.start()
  }

  @Test(arguments: FuzzInput.all("frames"))
  func `the frame decoder keeps its promises`(input: FuzzInput) throws {
    try FrameInvariants.check(input.bytes)
  }

  @LoopActor
  @Test(arguments: FuzzInput.all("messages"))
  func `the message decoder keeps its promises`(input: FuzzInput) throws {
    try MessageInvariants.check(input.bytes)
  }

  @LoopActor
  @Test(arguments: FuzzInput.all("session"))
  func `the session keeps its promises`(input: FuzzInput) throws {
    try SessionInvariants.check(input.bytes)
  }

  @Test(arguments: FuzzInput.all("configuration"))
  func `what reads the configuration keeps its promises`(input: FuzzInput) throws {
    try ConfigurationInvariants.check(input.bytes)
  }

  @Test(arguments: FuzzInput.all("addresses"))
  func `what reads addresses keeps its promises`(input: FuzzInput) throws {
    try AddressInvariants.check(input.bytes)
  }

  @LoopActor
  @Test(arguments: FuzzInput.all("sources"))
  func `what reads sources keeps its promises`(input: FuzzInput) throws {
    try SourceInvariants.check(input.bytes)
  }

  @Test(arguments: FuzzInput.all("openings"))
  func `the beginning of a connection keeps its promises`(input: FuzzInput) throws {
    try OpeningInvariants.check(input.bytes)
  }

  @Test(arguments: FuzzInput.all("lookups"))
  func `what looks things up keeps its promises`(input: FuzzInput) throws {
    try LookupInvariants.check(input.bytes)
  }

  @Test(arguments: Seeds.targets.map(\.name))
  func `every target is held to the conformance kit`(target: String) {
    #expect(FuzzInput.seeds(target).count >= 100)
  }

  @Test(arguments: Seeds.targets.map(\.name))
  func `what was found is kept`(target: String) {
    #expect(!FuzzInput.failCases(target).isEmpty)
  }
}
