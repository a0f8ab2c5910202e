import Jansson
import StatusCore
import Text

extension WaitRequest {
  /// The params of the method waitFor.
  var params: JSONText {
    JSONText { json in
      json.object { json in
        json.member("resource", subject.name)
        if !subject.arguments.all.isEmpty {
          json.member("arguments") { json in
            json.object { json in
              for argument in subject.arguments.all {
                json.member(named: argument.name) { $0.string(argument.value) }
              }
            }
          }
        }
        json.member("until") { $0.array(of: until) { $0.condition($1.condition) } }
        if !unless.isEmpty {
          json.member("unless") { $0.array(of: unless) { $0.condition($1.condition) } }
        }
        json.member("timeout", timeout?.duration.inSeconds)
        json.member("interval", interval?.inSeconds)
        json.member("patience", patience?.rawValue)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a condition as params have it.
  mutating func condition(_ condition: Condition) {
    object { json in
      json.member("path", condition.place.wholePointer)
      switch condition.test {
      case .oneOf(let values):
        if values.count == 1 {
          json.member("equals") { $0.text(values[0]) }
        } else {
          json.member("oneOf") { $0.array(of: values) { $0.text($1) } }
        }
      case .not(let value): json.member("not") { $0.text(value) }
      case .exists(let isThere): json.member("exists", isThere)
      case .atLeast(let bound): json.member("atLeast") { $0.text(bound.json) }
      case .atMost(let bound): json.member("atMost") { $0.text(bound.json) }
      case .changed: json.member("changed", true)
      }
    }
  }
}

extension JSONPlace {
  /// The JSON Pointer with the whole of every name, however long it is.
  fileprivate var wholePointer: String {
    tokens.map { "/" + $0.replacing("~", by: "~0").replacing("/", by: "~1") }.joined()
  }
}

extension ExactNumber {
  fileprivate var json: JSONText { JSONText(trusting: Array(description.utf8)) }
}
