import Glibc

/// The directory entries that decide which file a path leads to, and what is in it.
///
/// A path that goes over symbolic links leads elsewhere when one of them is replaced. Kubernetes mounts a file as a link
/// to `..data/NAME`, and `..data` as a link to a directory with a date in its name, and replaces that link alone.
struct PathTrail: Hashable {
  struct Step: Hashable {
    let directory: String
    let name: String
  }

  /// Every link on the way, and at last the file, or the first entry that is not there.
  private(set) var steps: [Step] = []

  /// As many links as the kernel follows, path_resolution(7).
  private static let mostLinks = 40

  init(_ path: String) {
    var ahead = Self.names(of: path)
    var directory = path.utf8.first == UInt8(ascii: "/") ? "/" : "."
    var links = 0
    while let name = ahead.popLast() {
      let entry = Self.path(of: name, in: directory)
      switch Self.kind(of: entry) {
      case .link(let target):
        steps.append(Step(directory: directory, name: name))
        links += 1
        guard links <= Self.mostLinks else { return }
        if target.utf8.first == UInt8(ascii: "/") { directory = "/" }
        ahead += Self.names(of: target)
      case .other where !ahead.isEmpty: directory = entry
      case .other, .nothing:
        steps.append(Step(directory: directory, name: name))
        return
      }
    }
  }

  /// The names in a path, the last one first.
  private static func names(of path: String) -> [String] {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    return names.filter { $0 != "." }.reversed()
  }

  private static func path(of name: String, in directory: String) -> String {
    directory == "/" ? "/\(name)" : "\(directory)/\(name)"
  }

  private enum Kind {
    case nothing, other
    case link(target: String)
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    // SAFETY: lstat(2) reads the path and fills in the structure during the call.
    guard unsafe lstat(path, &status) == 0 else { return .nothing }
    guard status.st_mode & S_IFMT == S_IFLNK else { return .other }
    let capacity = Int(PATH_MAX)
    // SAFETY: readlink(2) writes at most as many bytes as it is given room for, and says how many.
    let target = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe max(readlink(path, start, capacity), 0)
    }
    return target.isEmpty ? .nothing : .link(target: String(decoding: target, as: UTF8.self))
  }
}
