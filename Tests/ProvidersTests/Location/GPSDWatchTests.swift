import StatusCore
import Testing

@testable import Providers

/// What gpsd can make the daemon remember.
struct GPSDWatchTests {
  private func device(_ number: Int, isActive: Bool = true) -> GPSDReport.Device {
    GPSDReport.Device(path: "/dev/\(number)", isActive: isActive)
  }

  @Test func `of any number of receivers the newest sixteen are remembered`() {
    var watch = GPSDWatch(GPSDLimits(), at: .zero)
    for number in 0..<1_000 { _ = watch.take(.device(device(number)), at: .zero) }
    #expect(watch.devices == (984..<1_000).map { device($0) })
    watch.list((0..<100).map { device($0) }, at: .zero)
    #expect(watch.devices == (84..<100).map { device($0) })
  }

  @Test func `receivers that have gone take no place`() {
    var watch = GPSDWatch(GPSDLimits(), at: .zero)
    _ = watch.take(.device(device(1)), at: .zero)
    for number in 2..<1_000 { _ = watch.take(.device(device(number, isActive: false)), at: .zero) }
    #expect(watch.devices == [device(1)])
  }
}
