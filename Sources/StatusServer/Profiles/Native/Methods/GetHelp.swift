import JSONRPC
import Jansson
import StatusCore

/// `getHelp`: returns the section of docs/failures.md that a failure's `helpAnchor` names.
struct GetHelp: Method {
  let signature = MethodSignature("getHelp", [.required("anchor", .string)])

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let anchor = arguments.string("anchor") ?? ""
    guard let section = HelpDocument.section(anchor: anchor) else {
      throw .unknownName(
        anchor, of: .section, known: HelpDocument.anchors, path: arguments.path(of: "anchor"))
    }
    return .result(JSONText { $0.help(anchor, section.title, section.markdown) })
  }
}
