import Glibc
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
