import Reactor
import Testing

@testable import statusd

/// Where the sockets of shared daemons are.
struct SharedFolderTests {
  @Test func `the folder of the session comes first, then that of the user, then the public one`() {
    #expect(
      SharedFolder.candidates(runtime: "/run/me", user: 7)
        == ["/run/me/statusd", "/run/user/7/statusd", "/tmp/statusd-7"])
  }

  @Test(arguments: [nil, "", "run", "./run"] as [String?])
  func `a relative path in XDG_RUNTIME_DIR is ignored`(runtime: String?) {
    #expect(
      SharedFolder.candidates(runtime: runtime, user: 7) == ["/run/user/7/statusd", "/tmp/statusd-7"])
  }

  @Test func `what cannot be made, and what has too long a path, is passed over`() throws {
    let long = "/" + String(repeating: "x", count: 107 - 22)
    var asked: [String] = []
    let folder = try SharedFolder.find(among: [long, "/a", "/b"]) { path in
      asked.append(path)
      return path == "/b" ? .usable : .absent
    }
    #expect(folder == "/b" && asked == ["/a", "/b"])
    // One byte less fits.
    #expect(SharedPlace.fits(String(long.dropLast())))
  }

  @Test func `what is somebody else's is not passed over`() {
    let problem = SharingProblem(77, "no daemon can be shared: /a is a symbolic link")
    #expect(throws: problem) {
      try SharedFolder.find(among: ["/a", "/b"]) { $0 == "/a" ? .foreign("is a symbolic link") : .usable }
    }
  }

  @Test func `without any folder there is no daemon to share`() {
    #expect(throws: SharingProblem(77, "no daemon can be shared: none of /a, /b can be made")) {
      try SharedFolder.find(among: ["/a", "/b"]) { _ in .absent }
    }
  }
}
