import StatusCore
import Testing

@Suite struct DurationSecondsTests {
  @Test func `seconds as they are written are exact`() {
    let wrong = (0...200_000).filter { Duration(nearest: Double($0) / 1_000) != .milliseconds($0) }
    #expect(wrong.isEmpty)
    #expect(Duration(nearest: 31_536_000) == .seconds(31_536_000))
    #expect(Duration(nearest: 1e-9) == .nanoseconds(1))
  }
}
