import Jansson
import Presenter
import Reactor
import StatusCore

extension LiveScreen {
  /// The encoded screen as the client is sent it now.
  func open() -> JSONText {
    let screen = present()
    let contents = contents(since: nil)
    return JSONText { json in
      json.object { json in
        json.member("screenId", id)
        json.member("screen") { $0.screen(screen, of: machine.parts, contents) }
      }
    }
  }

  /// The encoded contents of the parts whose values are not those of `before`, by the places of the parts.
  func contents(since before: Screen?, whole: Set<Int> = []) -> [Int: JSONText] {
    var contents: [Int: JSONText] = [:]
    for (index, part) in sent.parts.enumerated() {
      guard let value = part.value else { continue }
      guard whole.contains(index) || value != before?.parts[index].value else { continue }
      contents[index] = content(of: value, machine.parts[index])
    }
    return contents
  }

  /// The text of the value is shared and not copied.
  private func content(of value: ResourceValue, _ part: ScreenPart) -> JSONText {
    switch part.shape {
    case .fleet:
      let map = session.server.maps.map(of: value, in: part.resource)
      maps[part.resource] = map
      return map.content
    case .menu: return JSONText { $0.menuContent(JSONText(trusting: value.text)) }
    case .any, .text, .lines: return JSONText { $0.anyContent(JSONText(trusting: value.text)) }
    }
  }
}
