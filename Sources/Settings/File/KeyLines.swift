import Engine
import Text

/// Where the keys of a configuration file stand in it.
struct KeyLines {
  let path: String
  let members: [GivenValue.Member]

  /// The line of a key, or that of the innermost table in which it should be; nil in JSON, which is read without lines.
  func line(of key: String) -> Int? {
    var (ahead, members, line) = (Substring(key), members, Int?.none)
    while let member = members.first(where: { ahead.leads(into: $0.name) }) {
      line = member.line ?? line
      guard case .table(let inner) = member.value, ahead.utf8.count > member.name.utf8.count else { break }
      ahead = Substring(ahead.utf8.dropFirst(member.name.utf8.count + 1))
      members = inner
    }
    return line
  }
}

extension Substring {
  /// Whether a key is this name, or begins with it as the name of a table.
  fileprivate func leads(into name: String) -> Bool {
    guard begins(with: name) else { return false }
    let next = utf8.dropFirst(name.utf8.count).first
    return next == nil || next == UInt8(ascii: ".")
  }
}
