import Glibc
import TestSupport
import Testing

@testable import Reactor

@Suite struct StreamKindTests {
  @Test(
    arguments: [
      (Channel(.pipe).reader, .pipe), (Channel(.socketPair).writer, .socket),
      (temporaryFile([]), .regularFile),
      (open("/dev/null", O_RDWR), .other), (-1, .other),
    ] as [(CInt, StreamKind)])
  func `a descriptor is known by what is behind it`(descriptor: CInt, kind: StreamKind) {
    #expect(StreamKind(descriptor) == kind)
  }
}

/// A file of the test's own that nothing else can name, with that content, at its beginning.
func temporaryFile(_ content: [UInt8]) -> CInt {
  var path = Array("/tmp/statusd-tests-XXXXXX".utf8CString)
  let file = mkstemp(&path)
  unlink(path)
  precondition(file >= 0 && write(file, content, content.count) == content.count, "no file in /tmp")
  lseek(file, 0, SEEK_SET)
  return file
}
