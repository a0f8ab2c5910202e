import StatusCore
import Testing

@Suite struct BackoffTests {
  @Test(
    arguments: [
      (-1, 200), (0, 200), (1, 400), (2, 800), (3, 1_600), (4, 3_200), (5, 5_000), (6, 5_000), (1_000, 5_000),
    ])
  func `the wait doubles with each failure up to the cap`(failures: Int, milliseconds: Int) {
    let wait = Backoff.wait(after: failures, base: .milliseconds(200), cap: .seconds(5))
    #expect(wait == .milliseconds(milliseconds))
  }

  @Test func `the longest interval that can be configured does not overflow`() {
    #expect(Backoff.wait(after: .max, base: .seconds(86_400), cap: .seconds(300)) == .seconds(300))
  }
}
