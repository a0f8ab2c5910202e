/// What tells one version of a file from another without reading it, stat(2).
struct FileIdentity: Hashable {
  let device, inode: UInt64
  let size: Int64
  /// In nanoseconds since 1970; the change of its attributes too, which no program can set back.
  let modified, changed: Int64

  /// As an entity tag, which the next attempt brings back.
  var tag: String { "\(device)-\(inode)-\(size)-\(modified)-\(changed)" }

  /// For how long a version may be changed again and look the same: file systems round their times, FAT to 2 s.
  static let rounding: Int64 = 2_000

  /// Whether a later change of the file will show.
  func isSettled(atMillisecondsSince1970 now: Int64) -> Bool {
    now - max(modified, changed) / 1_000_000 > Self.rounding
  }
}
