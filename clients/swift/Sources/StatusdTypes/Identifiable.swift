extension Courier: Identifiable {}

extension Package: Identifiable {}

extension Vehicle: Identifiable {}

extension RecoveryOption: Identifiable {}

extension MenuSection: Identifiable {
  /// Its category, of which there is one section.
  public var id: String { category }
}
