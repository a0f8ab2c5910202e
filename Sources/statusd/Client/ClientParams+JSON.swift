import Jansson
import StatusCore

/// The params of the methods that a client of a shared daemon calls.
enum ClientParams {
  /// A resource, or an instance of it.
  static func resource(_ id: ResourceID) -> JSONText {
    JSONText { json in json.object { $0.resource(id) } }
  }

  static func polling(_ id: ResourceID, _ isOn: Bool, every interval: Duration?) -> JSONText {
    JSONText { json in
      json.object { json in
        json.resource(id)
        json.member("enabled", isOn)
        json.member("interval", interval?.seconds)
      }
    }
  }

  static func location(every interval: Duration?) -> JSONText {
    JSONText { json in json.object { $0.member("minInterval", interval?.seconds) } }
  }

  static func subscription(_ id: String) -> JSONText {
    JSONText { json in json.object { $0.member("subscriptionId", id) } }
  }

  static func history(of id: ResourceID, limit: Int) -> JSONText {
    JSONText { json in
      json.object { json in
        json.resource(id)
        json.member("limit", limit)
      }
    }
  }

  /// A request of this client, by its number.
  static func request(_ number: Int) -> JSONText {
    JSONText { json in json.object { $0.member("id", number) } }
  }

  /// What waitFor waits for: a value, whatever it is.
  static func anyValue(of id: ResourceID, within limit: Duration) -> JSONText {
    JSONText { json in
      json.object { json in
        json.resource(id)
        json.member("until") { json in
          json.object { json in
            json.member("path", "")
            json.member("exists", true)
          }
        }
        json.member("timeout", limit.seconds)
      }
    }
  }

  static func choice(_ option: RecoveryOptionID, of failure: FailureID) -> JSONText {
    JSONText { json in
      json.object { json in
        json.member("failureId", failure.rawValue)
        json.member("optionId", option.rawValue)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func resource(_ id: ResourceID) {
    member("resource", id.name.rawValue)
    guard let arguments = id.arguments else { return }
    member("arguments") { json in
      json.object { json in
        for argument in arguments.all { json.member(named: argument.name) { $0.string(argument.value) } }
      }
    }
  }
}
