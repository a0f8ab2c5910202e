internal import CSpawn
internal import Foundation

/// The two descriptors of a pipe.
///
/// No other child of this process inherits them: it would hold the pipe open.
struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    // The array has the two elements that are written.
    let code = unsafe statusd_pipe(&ends)
    guard code == 0 else { throw SystemError(number: code) }
    reading = ends[0]
    writing = ends[1]
  }

  func close() {
    _ = Foundation.close(reading)
    _ = Foundation.close(writing)
  }
}

/// An error number of the system.
struct SystemError: Error {
  let number: Int32

  // The string is copied before anything else can ask for another one.
  var words: String { unsafe String(cString: strerror(number)) }
}
