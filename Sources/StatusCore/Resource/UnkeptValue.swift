/// A value that a fetch has brought and that the store could not keep.
package struct UnkeptValue: Hashable, Sendable {
  /// Nil if it equals the value of the snapshot.
  let value: ResourceValue?
  /// How long the server considers it fresh.
  let freshFor: Duration?
  /// When it came.
  let date: Moment

  package init(_ value: ResourceValue?, freshFor: Duration?, at date: Moment) {
    (self.value, self.freshFor, self.date) = (value, freshFor, date)
  }
}
