import Jansson
import StatusServer

extension JSONWriter {
  /// Writes what `methods --json` prints.
  mutating func methods(_ methods: [MethodDescription]) {
    array(of: methods) { $0.method($1) }
  }

  private mutating func method(_ method: MethodDescription) {
    object { json in
      json.member("name", method.name)
      json.member("summary", method.summary)
      json.member("params") { $0.array(of: method.parameters) { $0.parameter($1) } }
      json.member("call", method.isForCall)
    }
  }

  private mutating func parameter(_ parameter: MethodDescription.Parameter) {
    object { json in
      json.member("name", parameter.name)
      json.member("required", parameter.isRequired)
    }
  }
}
