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
func exists(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}
