import JSONRPC
import Jansson
import StatusCore
import Text

/// `closeScreen`: closes a screen and ends what it has begun.
struct CloseScreen: Method {
  unowned let profile: NativeProfile

  let signature = MethodSignature("closeScreen", [.required("screenId", .string)])

  var needsConfiguration: Bool { false }

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    let id = arguments.string("screenId") ?? ""
    guard profile.screens.close(id) else { throw .unknownScreen(id, path: arguments.path(of: "screenId")) }
    return .result(JSONText { json in json.object { $0.member("screenId", id) } })
  }
}

extension Problem {
  /// `invalidParams`: no screen of this session has that id.
  static func unknownScreen(_ id: String, path: String) -> Problem {
    .unfitParam(.unknownScreen(id.excerpt), "unknown", path: path)
  }
}
