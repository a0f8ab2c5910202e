import Foundation
import Glibc
import TestSupport
import Testing

/// A daemon whose socket somebody else has made (sd_listen_fds(3)), as systemd does with the units of the package.
struct ActivationTests {
  private static let activator = "/usr/bin/systemd-socket-activate"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: activator)))
  func `the first connection starts one daemon for all`() throws {
    let fixture = try SharedFixture()
    let socket = fixture.folder.path("a.sock")
    let daemon = try fixture.start(
      ["serve", "--idle-timeout", "0.2"], launcher: [Self.activator, "-l", socket])
    _ = try daemon.errors.line()
    let clients = try (1...2).map { _ in try fixture.connect(["--socket", socket, "--no-start"]) }
    _ = try clients[0].call("refresh")
    #expect(try clients[1].call("getState").result?["revision"] as? Int == 2)
    for client in clients {
      client.closeInput()
      #expect(try client.wait() == 0)
    }
    // Nobody needs it any more, and the socket stays systemd's.
    #expect(try daemon.wait() == 0)
    #expect(FileManager.default.fileExists(atPath: socket))
  }
}
