import Engine
import Glibc

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
