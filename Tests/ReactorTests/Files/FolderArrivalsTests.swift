import Glibc
import Reactor
import TestSupport
import Testing

/// Waits for a name in a folder.
struct FolderArrivalsTests {
  @Test func `a name that has come ends the wait, once`() throws {
    let folder = try TemporaryFolder()
    let arrivals = FolderArrivals(beside: folder.path("a.sock"))
    try folder.write("", to: "new")
    try folder.rename("new", to: "a.sock")
    // Without an end it would be red after ten minutes.
    arrivals.wait(.seconds(600))
    let begun = SystemTime.sinceStart
    arrivals.wait(.milliseconds(20))
    #expect(SystemTime.sinceStart - begun >= .milliseconds(20))
  }

  @Test func `another descriptor ends the wait`() throws {
    let folder = try TemporaryFolder()
    let arrivals = FolderArrivals(beside: folder.path("a.sock"))
    let channel = Channel()
    close(channel.writer)
    defer { close(channel.reader) }
    arrivals.wait(.seconds(600), or: channel.reader)
  }

  @Test func `without a folder a wait lasts as long as it is given`() {
    let arrivals = FolderArrivals(beside: "/proc/nonexistent/a.sock")
    let begun = SystemTime.sinceStart
    arrivals.wait(.milliseconds(20))
    #expect(SystemTime.sinceStart - begun >= .milliseconds(20))
  }
}
