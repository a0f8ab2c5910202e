import StatusdPresenter
import TestSupport

// A screen as the cases write it.

extension Screen {
  var json: JSONValue {
    [
      "connected": .bool(isConnected),
      "resources": .object(Dictionary(uniqueKeysWithValues: resources.map { ($0.name, $0.json) })),
      "location": location.json,
      "alert": alert?.json ?? .null,
      "help": help.map {
        ["anchor": .string($0.anchor), "title": .string($0.title), "markdown": .string($0.markdown)]
      }
        ?? .null,
    ]
  }
}

extension ResourceScreen {
  fileprivate var json: JSONValue {
    [
      "phase": .string(phase.rawValue),
      "spinner": .bool(isSpinning),
      "attempt": attempt.map { ["number": .integer($0.number), "of": .integer($0.of)] } ?? .null,
      "content": content?.json ?? .null,
      "age": JSONValue(age),
      "failure": failure?.json ?? .null,
      "refresh": ["enabled": .bool(canRefresh)],
      "stop": ["enabled": .bool(canStop)],
      "polling": polling?.json ?? .null,
    ]
  }
}

extension ResourceScreen.Content {
  fileprivate var json: JSONValue {
    switch self {
    case .fleet(let items): ["items": .array(items.map(\.json))]
    case .menu(let sections): ["sections": .array(sections.map(\.json)), "isEmpty": .bool(sections.isEmpty)]
    case .any(let value): ["value": value]
    }
  }
}

extension MapItem {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "id": .string(id.id), "title": .string(title), "label": .string(label),
      "location": location.json,
    ]
    if kind == .package || kind == .vehicle { members["courierId"] = JSONValue(courierId) }
    if kind == .courier || kind == .vehicle { members["packageId"] = JSONValue(packageId) }
    if kind == .courier || kind == .package { members["vehicleId"] = JSONValue(vehicleId) }
    members["delivered"] = isDelivered.map(JSONValue.bool)
    members["destination"] = destination?.json
    return .object(members)
  }
}

extension Coordinate {
  fileprivate var json: JSONValue {
    ["latitude": JSONValue(latitude), "longitude": JSONValue(longitude)]
  }
}

extension MenuSection {
  fileprivate var json: JSONValue {
    ["category": .string(category), "items": .array(items.map(\.json))]
  }
}

extension MenuItem {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "category": .string(category), "spicy": .bool(spicy),
      "price": JSONValue(price),
    ]
  }
}

extension PollingSwitch {
  fileprivate var json: JSONValue {
    [
      "on": .bool(isOn), "enabled": .bool(isEnabled), "interval": JSONValue(interval),
      "next": JSONValue(next),
    ]
  }
}

extension LocationScreen {
  fileprivate var json: JSONValue {
    [
      "phase": .string(phase.rawValue), "on": .bool(isOn), "age": JSONValue(age),
      "coordinate": coordinate.flatMap { try? JSONValue(encoding: $0) } ?? .null,
      "failure": failure?.json ?? .null,
    ]
  }
}

extension FailureScreen {
  fileprivate var json: JSONValue {
    [
      "failureId": .string(failureId), "resource": JSONValue(resource),
      "arguments": arguments.map { .object($0.mapValues(JSONValue.string)) } ?? .null,
      "title": .string(title), "message": .string(message),
      "countdown": countdown.map(JSONValue.integer) ?? .null,
      "buttons": .array(buttons.map(\.json)),
    ]
  }
}

extension OptionButton {
  fileprivate var json: JSONValue {
    [
      "id": .string(id.rawValue), "title": .string(title), "role": .string(role.rawValue),
      "enabled": .bool(isEnabled), "running": .bool(isRunning),
    ]
  }
}
