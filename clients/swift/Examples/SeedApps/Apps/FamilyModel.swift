public import Observation
public import StatusdScreen

/// A parameterised resource: fields for its arguments, and the instance that they name on a screen of its own.
@MainActor @Observable
public final class FamilyModel {
  /// What is parameterised, and by what.
  public let family: ResourceFamily
  /// What is in the fields.
  public var arguments: [String: String] = [:]
  /// What was opened last; its screen ends when it is let go of.
  public private(set) var instance: PartModel?
  /// Is called with each option that the client performs itself.
  @ObservationIgnored public var onPerform: (ClientOption) -> Void = { _ in }
  private let transport: any ScreenTransport

  /// Opens instances over `transport`.
  public init(_ family: ResourceFamily, over transport: any ScreenTransport) {
    self.family = family
    self.transport = transport
  }

  /// Shows the instance that the fields name, and fetches it.
  @discardableResult
  public func open() async throws -> PartModel {
    let parts = [family.resource: Part(ResourceID(family.resource, arguments))]
    let screen = try await Screen(over: transport, parts: parts, fetch: .missing)
    screen.onPerform = onPerform
    let part = PartModel(screen, family.resource)
    instance = part
    return part
  }
}
