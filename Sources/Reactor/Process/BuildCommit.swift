import CProcess

/// The commit that the running program was built from.
package enum BuildCommit {
  /// 40 hexadecimal digits; nil in a program that scripts/build-release has not made, or has made from changed sources.
  package static var current: String? {
    let digits = (0..<40).map { statusd_commit_digit($0) }
    guard digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }
}
