// Written by scripts/schema from schema/types, which explains every member.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A place on earth, WGS 84.
public struct Coordinate: Codable, Hashable, Sendable {
  /// Degrees, north is positive.
  public var latitude: Double
  /// Degrees, east is positive.
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A person who carries packages.
public struct Courier: Codable, Hashable, Sendable {
  /// Unique among the couriers.
  public var id: String
  public var name: String
  public var location: Coordinate
  /// The package that is being carried.
  public var packageId: String?
  /// The vehicle in use.
  public var vehicleId: String?

  public init(
    id: String,
    name: String,
    location: Coordinate,
    packageId: String? = nil,
    vehicleId: String? = nil
  ) {
    self.id = id
    self.name = name
    self.location = location
    self.packageId = packageId
    self.vehicleId = vehicleId
  }
}

/// A thing to be delivered.
public struct Package: Codable, Hashable, Sendable {
  /// Unique among the packages.
  public var id: String
  public var destination: Coordinate
  /// Who carries it.
  public var courierId: String?
  public var delivered: Bool
  public var location: Coordinate

  public init(
    id: String,
    destination: Coordinate,
    courierId: String? = nil,
    delivered: Bool,
    location: Coordinate
  ) {
    self.id = id
    self.destination = destination
    self.courierId = courierId
    self.delivered = delivered
    self.location = location
  }
}

/// What couriers drive.
public struct Vehicle: Codable, Hashable, Sendable {
  /// Unique among the vehicles.
  public var id: String
  /// Who drives it.
  public var courierId: String?
  public var location: Coordinate
  public var name: String

  public init(id: String, courierId: String? = nil, location: Coordinate, name: String) {
    self.id = id
    self.courierId = courierId
    self.location = location
    self.name = name
  }
}

/// The value of `state`: couriers, packages and vehicles around a central.
public struct FleetValue: Codable, Hashable, Sendable {
  public var central: Coordinate
  public var couriers: [Courier]
  public var packages: [Package]
  public var vehicles: [Vehicle]

  public init(central: Coordinate, couriers: [Courier], packages: [Package], vehicles: [Vehicle]) {
    self.central = central
    self.couriers = couriers
    self.packages = packages
    self.vehicles = vehicles
  }
}

/// One dish or drink.
public struct MenuItem: Codable, Hashable, Sendable {
  public var name: String
  public var category: String
  public var spicy: Bool
  /// In the currency of the source; the daemon does not convert.
  public var price: Double

  public init(name: String, category: String, spicy: Bool, price: Double) {
    self.name = name
    self.category = category
    self.spicy = spicy
    self.price = price
  }
}

/// The items of one category, in the order of the source.
public struct MenuSection: Codable, Hashable, Sendable {
  public var category: String
  public var items: [MenuItem]

  public init(category: String, items: [MenuItem]) {
    self.category = category
    self.items = items
  }
}

/// The value of `menu`.
public struct MenuValue: Codable, Hashable, Sendable {
  /// Empty for an empty menu.
  public var sections: [MenuSection]

  public init(sections: [MenuSection]) {
    self.sections = sections
  }
}
