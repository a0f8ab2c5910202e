import Engine
import JSONRPC
import Jansson
import StatusCore

/// `resources/list`: the resources that take no parameters, and the location.
struct MCPListResources: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "resources/list", [.optional("cursor", .string)], ignoresUnknownParameters: true)

  private static let pageLength = 100

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    profile.begin()
    let all = MCPListing.resources(of: profile.engine, profile.encoder)
    var start = 0
    if let cursor = arguments.string("cursor") {
      guard let given = Int(cursor), String(given) == cursor, given > 0, given < all.count,
        given.isMultiple(of: Self.pageLength)
      else { throw .unknownCursor(cursor) }
      start = given
    }
    let page = all.dropFirst(start).prefix(Self.pageLength)
    let version = profile.current.version
    return .result(
      JSONText { json in
        json.object { json in
          json.member("resources") { $0.array(of: page) { $0.listing($1, in: version) } }
          if page.endIndex < all.endIndex { json.member("nextCursor", String(page.endIndex)) }
          json.caching(.none, in: version)
        }
      })
  }
}

/// `resources/templates/list`: the parts of a value, and the parameterised resources.
struct MCPListTemplates: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "resources/templates/list", [.optional("cursor", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    if let cursor = arguments.string("cursor") { throw .unknownCursor(cursor) }
    let families = profile.engine.resources.entries.compactMap { entry -> ResourceFamily? in
      if case .family(let family) = entry { family } else { nil }
    }
    let version = profile.current.version
    return .result(
      JSONText { json in
        json.object { json in
          json.member("resourceTemplates") { json in
            json.array { json in
              json.template(
                "statusd://resource/{name}{?path}", "part",
                "The value of a resource, or the part of it at a JSON Pointer.", in: version)
              for family in families {
                json.template(
                  "statusd://resource/\(family.name){;\(family.parameters.joined(separator: ","))}{?path}",
                  family.name.rawValue, "What statusd knows of \(family.name) with these arguments.",
                  in: version)
              }
            }
          }
          json.caching(.constant, in: version)
        }
      })
  }
}

/// `resources/read`: what is known of a resource or of the location, whole; nothing is fetched.
struct MCPReadResource: Method {
  unowned let profile: MCPProfile

  let signature = MethodSignature(
    "resources/read", [.required("uri", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    profile.begin()
    let uri = arguments.string("uri") ?? ""
    let text = try text(of: uri)
    let version = profile.current.version
    return .result(
      JSONText { json in
        json.object { json in
          json.member("contents") { json in
            json.array { json in
              json.object { json in
                json.member("uri", uri)
                json.member("mimeType", "application/json")
                json.member("text") { $0.string(of: text) }
              }
            }
          }
          json.caching(.none, in: version)
        }
      })
  }

  private func text(of uri: String) throws(Problem) -> JSONText {
    switch MCPURI(uri) {
    case .location?: return profile.encoder.location
    case .resource(let id, let path)?:
      guard let resource = profile.engine.resources[id] else { break }
      guard let path else { return profile.encoder.whole(resource) }
      guard let value = resource.snapshot.value?.text, let place = try? ValuePart.find(path, in: value) else {
        break
      }
      return JSONText(trusting: Array(value[place]))
    case nil: break
    }
    throw profile.notFound(uri)
  }
}

/// `resources/subscribe`: the client is notified of each revision.
struct MCPSubscribe: Method {
  unowned let profile: MCPProfile
  unowned let session: Session

  let signature = MethodSignature(
    "resources/subscribe", [.required("uri", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    profile.begin()
    let uri = arguments.string("uri") ?? ""
    guard let listed = MCPListing.subscribable(uri, in: profile.engine) else { throw profile.notFound(uri) }
    try profile.subscribe(listed, for: session)
    return .result(JSONText { $0.object { _ in } })
  }
}

/// `resources/unsubscribe`: ends that; what is not subscribed to may be ended too.
struct MCPUnsubscribe: Method {
  unowned let profile: MCPProfile
  unowned let session: Session

  let signature = MethodSignature(
    "resources/unsubscribe", [.required("uri", .string)], ignoresUnknownParameters: true)

  func call(_ arguments: Arguments) throws(Problem) -> MethodResult {
    if let uri = MCPURI(arguments.string("uri") ?? "") { profile.unsubscribe(uri, for: session) }
    return .result(JSONText { $0.object { _ in } })
  }
}
