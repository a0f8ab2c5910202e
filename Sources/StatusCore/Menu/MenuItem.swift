/// One dish or drink.
package struct MenuItem: Hashable, Sendable {
  package let name: String
  package let category: String
  package let isSpicy: Bool
  /// In the currency of the source, which does not name it.
  package let price: Double

  package init(name: String, category: String, isSpicy: Bool, price: Double) {
    self.name = name
    self.category = category
    self.isSpicy = isSpicy
    self.price = price
  }
}
