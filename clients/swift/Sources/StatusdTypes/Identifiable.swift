extension Courier: Identifiable {}

extension Package: Identifiable {}

extension Vehicle: Identifiable {}

extension RecoveryOption: Identifiable {}

extension ScreenButton: Identifiable {}

extension ScreenBox: Identifiable {
  /// What its buttons name.
  public var id: String { failureId }
}

extension MenuSection: Identifiable {
  /// Its category, of which there is one section.
  public var id: String { category }
}

extension MapItem {
  /// What tells an item from all others of a map: ids are unique within a kind.
  public struct Key: Hashable, Sendable {
    /// What it stands for.
    public let kind: MapItemKind
    /// What the daemon calls it.
    public let id: String

    /// Of an item of this kind.
    public init(_ kind: MapItemKind, _ id: String) {
      self.kind = kind
      self.id = id
    }
  }

  /// For `ForEach(items, id: \.key)`.
  public var key: Key { Key(kind, id) }
}
