import Engine
import JSONRPC
import Jansson
import StatusCore

/// `list_resources`: every resource without its value, as many at once as fit.
struct MCPListResourcesTool: MCPTool {
  unowned let profile: MCPProfile

  let signature = MethodSignature.tool("list_resources", [.optional("offset", .number(0...1_000_000))])

  func call(_ arguments: Arguments, _ call: MCPCall) throws(Problem) -> MethodResult {
    let offset = try arguments.index("offset") ?? 0
    let rows = profile.encoder.rows
    var (page, bytes) = ([JSONText](), 0)
    for row in rows.dropFirst(offset) {
      bytes += row.count
      if !page.isEmpty, bytes > profile.encoder.inlineBytes { break }
      page.append(row)
    }
    let next = offset + page.count
    let list = JSONText { json in
      json.object { json in
        json.member("resources") { $0.array(of: page) { $0.text($1) } }
        json.member("total", rows.count)
        if next < rows.count { json.member("nextOffset", next) }
      }
    }
    return .result(MCPToolContent(list).text(in: call.version))
  }
}

extension Arguments {
  /// A number that counts something; nil if it is absent.
  func index(_ name: String) throws(Problem) -> Int? {
    guard let number = number(name) else { return nil }
    guard let index = integer(name), Double(index) == number else {
      throw Problem(
        ProtocolProblem(
          .invalidParams, reason: "type", "\(words(of: name)) must be a whole number", path: path(of: name)))
    }
    return index
  }
}
