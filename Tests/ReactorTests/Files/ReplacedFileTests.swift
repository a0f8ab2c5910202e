import Foundation
import Glibc
import Reactor
import TestSupport
import Testing

struct ReplacedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("file")
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  @Test func `who has the file open reads the text of before`() throws {
    try ReplacedFile.write("first", to: path)
    let reader = try #require(FileHandle(forReadingAtPath: path))
    try ReplacedFile.write("second", to: path)
    #expect(try reader.readToEnd() == Data("first".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "second" && names == ["file"])
  }

  @Test func `what is no regular file stays`() throws {
    try #require(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: SystemError("not a regular file", errno: EINVAL)) {
      try ReplacedFile.write("x", to: path)
    }
    #expect(try names == ["file"])
  }

  @Test func `a text that cannot be written leaves the file and nothing else`() async throws {
    try ReplacedFile.write("first", to: path)
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      do throws(SystemError) {
        try ReplacedFile.write(String(repeating: "x", count: 101), to: path)
      } catch {
        exit(error.errno == EFBIG ? 0 : 2)
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first" && names == ["file"])
  }

  @Test func `a folder that is missing is an error`() throws {
    #expect(throws: SystemError("opening", errno: ENOENT)) {
      try ReplacedFile.write("x", to: folder.path("missing/file"))
    }
  }
}
