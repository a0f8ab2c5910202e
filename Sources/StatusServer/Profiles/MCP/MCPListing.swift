import Engine
import Jansson
import Reactor
import StatusCore

/// A resource as `resources/list` has it.
struct MCPListing {
  let uri: MCPURI
  let name: String
  let title: String
  let description: String
  /// The bytes of what a read gives now.
  let size: Int
  let lastModified: Timestamp?
}

@LoopActor
extension MCPListing {
  /// Those that take no parameters, in the order of `listResources`, and the location.
  static func resources(of engine: Engine, _ encoder: MCPEncoder) -> [MCPListing] {
    let resources = engine.resources.entries.compactMap { entry -> MCPListing? in
      guard case .resource(let resource) = entry else { return nil }
      return MCPListing(resource, encoder)
    }
    let location = MCPListing(
      uri: .location, name: "location", title: "location", description: "Where this computer is.",
      size: encoder.location.count, lastModified: engine.location.snapshot.timestamp)
    return resources + [location]
  }

  private init(_ resource: Resource, _ encoder: MCPEncoder) {
    self.init(
      uri: MCPURI(resource.id), name: resource.name.rawValue, title: resource.name.rawValue,
      description: "What statusd knows of \(resource.name), from \(resource.address).",
      size: encoder.whole(resource).count, lastModified: resource.snapshot.updatedAt)
  }

  /// What a client may subscribe to: what is listed; nil for another URI.
  static func subscribable(_ text: String, in engine: Engine) -> MCPURI? {
    guard let uri = MCPURI(text) else { return nil }
    switch uri {
    case .location: return uri
    case .resource(let id, let path):
      return id.arguments == nil && path == nil && engine.resources[id] != nil ? uri : nil
    }
  }
}

extension JSONWriter {
  mutating func listing(_ listing: MCPListing, in version: MCPVersion) {
    object { json in
      json.member("uri", listing.uri.description)
      json.member("name", listing.name)
      if version.hasStructuredContent { json.member("title", listing.title) }
      json.member("description", listing.description)
      json.member("mimeType", "application/json")
      json.member("size", listing.size)
      guard version.hasStructuredContent, let date = listing.lastModified else { return }
      json.member("annotations") { json in json.object { $0.member("lastModified", date) } }
    }
  }

  mutating func template(_ uri: String, _ name: String, _ description: String, in version: MCPVersion) {
    object { json in
      json.member("uriTemplate", uri)
      json.member("name", name)
      if version.hasStructuredContent { json.member("title", name) }
      json.member("description", description)
      json.member("mimeType", "application/json")
    }
  }
}
