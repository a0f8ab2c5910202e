import Engine
import Glibc

/// The environment of this process.
package enum ProcessEnvironment {
  /// Its variables; of two with one name the first, as getenv(3) has it.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    // SAFETY: environ(7) is an array of C strings that ends with NULL. Nothing here changes it, and this is
    // called by the one thread there is.
    var next = unsafe environ
    while let entry = unsafe next.pointee {
      let text = unsafe String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        let name = String(text[..<equals])
        if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
      }
      unsafe next += 1
    }
    return variables
  }
}

/// Whether there is anything by that name, a dangling link included.
///
/// - Throws: What keeps this process from knowing. A file that must not be seen is not absent: with it, whoever
///   relies on its settings would be served with others.
func exists(_ path: String) throws(ConfigurationProblem) -> Bool {
  var status = stat()
  // SAFETY: lstat(2) reads the path and fills in the structure during the call.
  if unsafe lstat(path, &status) == 0 { return true }
  let error = errno
  switch error {
  // The second: something on the way to it is no directory.
  case ENOENT, ENOTDIR: return false
  case EACCES:
    throw ConfigurationProblem(.file(path), "cannot be read; check the permissions of its folders")
  default:
    // SAFETY: strerror(3) gives a string that lives until its next call, and it is copied at once.
    throw ConfigurationProblem(.file(path), "cannot be read: \(unsafe String(cString: strerror(error)))")
  }
}
