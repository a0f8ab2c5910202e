/// The program that this process runs.
package enum RunningProgram {
  /// A path that leads to it: its own, or where that was removed or replaced, the kernel's.
  package static var path: String {
    let link = "/proc/self/exe"
    let path = BriefFile.target(ofLink: link)
    guard let path, path.utf8.first == UInt8(ascii: "/") else { return link }
    let deleted = " (deleted)".utf8
    return path.utf8.suffix(deleted.count).elementsEqual(deleted) ? link : path
  }
}
