import Foundation
import Jansson
import Reactor
import Testing

/// A screen as a client holds it: opened, and put together from its changes.
@LoopActor
final class HeldScreen {
  typealias Object = [String: Any]

  let id: String
  private(set) var screen: Object

  /// - Parameter response: That of `openScreen`.
  init(_ response: Sent) {
    let result = Self.object(response.text)["result"] as? Object ?? [:]
    id = result["screenId"] as? String ?? ""
    screen = result["screen"] as? Object ?? [:]
  }

  /// Assigns what has changed, one level down.
  func take(_ message: Sent) {
    guard message["method"] == "screenChanged", message["params.screenId"] == id,
      let params = Self.object(message.text)["params"] as? Object, var changed = params["changed"] as? Object
    else { return }
    var parts = screen["parts"] as? Object ?? [:]
    for (name, members) in changed.removeValue(forKey: "parts") as? Object ?? [:] {
      let part = parts[name] as? Object ?? [:]
      parts[name] = part.merging(members as? Object ?? [:]) { $1 }
    }
    screen = screen.merging(changed) { $1 }
    screen["parts"] = parts
  }

  /// Whether another screen shows the same.
  func isEqual(to other: HeldScreen) -> Bool {
    NSDictionary(dictionary: screen).isEqual(to: other.screen)
  }

  /// A scalar by the names and indices that lead to it: `parts.menu.phase`; "null" for null.
  subscript(path: String) -> String? {
    let value = path.split(separator: ".").reduce(screen as Any?) { value, step in
      Int(step).flatMap { index in (value as? [Any]).flatMap { index < $0.count ? $0[index] : nil } }
        ?? (value as? Object)?[String(step)]
    }
    guard let value else { return nil }
    return value is NSNull ? "null" : "\(value)"
  }

  /// The options of a failure, with a star on those that run, and those that are not enabled in brackets.
  func buttons(_ path: String) -> [String] {
    let steps = "\(path).buttons".split(separator: ".")
    let buttons = steps.reduce(screen as Any?) { ($0 as? Object)?[String($1)] } as? [Object] ?? []
    return buttons.map { button in
      let id = (button["id"] as? String ?? "") + (button["running"] as? Bool == true ? "*" : "")
      return button["enabled"] as? Bool == true ? id : "(\(id))"
    }
  }

  var text: String { "\(screen)" }

  private static func object(_ text: JSONText) -> Object {
    (try? JSONSerialization.jsonObject(with: Data(text.bytes))) as? Object ?? [:]
  }
}

extension Conversation {
  /// Opens a screen, and reads all that was written.
  func openScreen(_ params: String = #"{"parts":{"menu":{}}}"#) -> HeldScreen {
    _ = read()
    call("openScreen", params, id: "90")
    return HeldScreen(response())
  }

  /// Presses a button, and hands what is written to the screen.
  ///
  /// - Returns: `pressed`, as the response has it.
  @discardableResult
  func press(_ button: String, _ more: String = "", on screen: HeldScreen) -> String? {
    call("press", #"{"screenId":"\#(screen.id)","button":"\#(button)"\#(more)}"#, id: "91")
    return hand(to: screen).last?["result.pressed"]
  }

  /// Hands what was written to a screen.
  @discardableResult
  func hand(to screen: HeldScreen) -> [Sent] {
    let messages = read()
    for message in messages { screen.take(message) }
    return messages
  }
}

extension String {
  static let ofMenu = #","part":"menu""#

  /// The params of the press of an option.
  static func option(_ option: String, of failure: String) -> String {
    #","failureId":"\#(failure)","optionId":"\#(option)""#
  }
}
