import Jansson
import Presenter
import StatusCore

extension JSONWriter {
  /// Writes a Screen.
  ///
  /// - Parameter contents: The encoded contents of the parts that have a value, by the places of the parts.
  mutating func screen(_ screen: Screen, of parts: [ScreenPart], _ contents: [Int: JSONText]) {
    object { json in
      json.member("parts") { json in
        json.object { json in
          for (index, part) in parts.enumerated() {
            json.member(named: part.name) { $0.part(screen.parts[index], part, contents[index]) }
          }
        }
      }
      json.members(of: screen, since: nil)
    }
  }

  /// Writes the members of a Screen that have changed, and of its parts likewise; a part that the client does not know
  /// is written whole.
  mutating func changes(
    from change: LiveScreen.Change, to screen: Screen, of parts: [ScreenPart], _ contents: [Int: JSONText]
  ) {
    let before = change.before
    object { json in
      if screen.parts != before.parts || !change.whole.isEmpty || !change.reshaped.isEmpty {
        json.member("parts") { json in
          json.object { json in
            for (index, part) in parts.enumerated() {
              let (now, then) = (screen.parts[index], before.parts[index])
              let isReshaped = change.reshaped.contains(index)
              if change.whole.contains(index) {
                json.member(named: part.name) { $0.part(now, part, contents[index]) }
              } else if now != then || isReshaped {
                json.member(named: part.name) { json in
                  json.object { json in
                    if isReshaped { json.member("shape", part.shape.rawValue) }
                    json.members(of: now, since: then, contents[index])
                  }
                }
              }
            }
          }
        }
      }
      json.members(of: screen, since: before)
    }
  }

  private mutating func part(_ seen: Screen.Part, _ part: ScreenPart, _ content: JSONText?) {
    object { json in
      json.resource(part.resource)
      json.member("shape", part.shape.rawValue)
      json.members(of: seen, since: nil, content)
    }
  }

  private mutating func members(of screen: Screen, since before: Screen?) {
    member("location", screen.place, before?.place, isWhole: before == nil) { $0.place($1) }
    member("alert", screen.alert, before?.alert, isWhole: before == nil) { $0.box($1) }
    member("notice", screen.notice, before?.notice, isWhole: before == nil) { $0.string($1) }
    member("help", screen.help, before?.help, isWhole: before == nil) { $0.help($1) }
  }

  private mutating func members(of part: Screen.Part, since before: Screen.Part?, _ content: JSONText?) {
    let isWhole = before == nil
    if part.phase != before?.phase { member("phase", part.phase.rawValue) }
    if part.isSpinning != before?.isSpinning { member("spinner", part.isSpinning) }
    member("attempt", part.attempt, before?.attempt, isWhole: isWhole) { $0.attemptNumber($1) }
    if isWhole || part.value != before?.value {
      member("content") { json in if let content { json.text(content) } else { json.null() } }
    }
    member("age", part.age, before?.age, isWhole: isWhole) { $0.string($1) }
    member("failure", part.failure, before?.failure, isWhole: isWhole) { $0.box($1) }
    if part.canRefresh != before?.canRefresh { member("refresh") { $0.enabled(part.canRefresh) } }
    if part.canStop != before?.canStop { member("stop") { $0.enabled(part.canStop) } }
    if part.polling != before?.polling { member("polling") { $0.pollingSwitch(part.polling) } }
  }

  /// Writes a member if it differs from what it was; null is a value like any other.
  private mutating func member<Value: Equatable>(
    _ name: StaticString, _ value: Value?, _ before: Value?, isWhole: Bool,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    guard isWhole || value != before else { return }
    member(name) { json in if let value { write(&json, value) } else { json.null() } }
  }
}

// MARK: Contents

extension JSONWriter {
  /// Writes the content of a part of shape `menu`: the value, and whether there is nothing in it.
  mutating func menuContent(_ value: JSONText) {
    let isEmpty = value == JSONText { $0.object { $0.member("sections") { $0.array { _ in } } } }
    object(value) { $0.member("isEmpty", isEmpty) }
  }

  /// Writes the content of a part of shape `any`.
  mutating func anyContent(_ value: JSONText) {
    object { $0.member("value") { $0.text(value) } }
  }
}

// MARK: Members

extension JSONWriter {
  private mutating func attemptNumber(_ attempt: Screen.AttemptNumber) {
    object { json in
      json.member("number", attempt.number)
      json.member("of", attempt.limit)
    }
  }

  private mutating func enabled(_ isEnabled: Bool) {
    object { $0.member("enabled", isEnabled) }
  }

  private mutating func pollingSwitch(_ polling: Screen.PollingSwitch) {
    object { json in
      json.member("on", polling.isOn)
      json.member("enabled", true)
      json.member("interval", polling.interval.seconds)
      json.member("next") { $0.stringOrNull(polling.next) }
    }
  }

  private mutating func place(_ place: Screen.Place) {
    object { json in
      json.member("phase", place.phase.rawValue)
      json.member("on", place.isOn)
      json.member("coordinate") { json in
        if let position = place.position { json.position(position) } else { json.null() }
      }
      json.member("age") { $0.stringOrNull(place.age) }
      json.member("failure") { json in
        if let failure = place.failure { json.box(failure) } else { json.null() }
      }
    }
  }

  private mutating func box(_ box: Screen.Box) {
    let failure = box.failure
    object { json in
      json.member("failureId", failure.id.rawValue)
      json.member("kind", failure.kind.rawValue)
      json.member("helpAnchor", failure.helpAnchor)
      json.member("resource") { $0.stringOrNull(failure.resource?.rawValue) }
      json.member("arguments") { json in
        if let arguments = failure.resourceID?.arguments { json.arguments(arguments) } else { json.null() }
      }
      json.member("title", failure.title)
      json.member("message") { $0.message(of: failure) }
      json.member("countdown") { json in
        if let countdown = box.countdown { json.integer(countdown) } else { json.null() }
      }
      json.member("buttons") { json in
        json.array(of: failure.options) { $0.button($1, of: box) }
      }
    }
  }

  private mutating func button(_ option: RecoveryOption, of box: Screen.Box) {
    object { json in
      json.member("id", option.id.rawValue)
      json.member("title", option.title)
      json.member("role", option.role.rawValue)
      json.member("enabled", box.isEnabled(option.id))
      json.member("running", option.id == box.running)
    }
  }

  /// Writes the section of docs/failures.md, as the result of `getHelp` is.
  mutating func help(_ anchor: String) {
    let section = HelpDocument.section(anchor: anchor)
    help(anchor, section?.title ?? anchor, section?.markdown ?? "")
  }

  /// The same for a section that was looked up.
  mutating func help(_ anchor: String, _ title: String, _ markdown: String) {
    object { json in
      json.member("anchor", anchor)
      json.member("title", title)
      json.member("markdown", markdown)
    }
  }
}
