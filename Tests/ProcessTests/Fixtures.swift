/// What the web server of these tests serves.
enum Fixtures {
  /// Eleven items as a bare array, as a restaurant's server gives them; categories in no order.
  static let menu = """
    [
      {"name": "Caprese Salad", "category": "starters", "spicy": false, "price": 5.5},
      {"name": "Spaghetti Carbonara", "category": "pastas", "spicy": false, "price": 11},
      {"name": "Tiramisu", "category": "desserts", "spicy": false, "price": 6},
      {"name": "Water", "category": "drinks", "spicy": false, "price": 2.1},
      {"name": "Arancini Balls", "category": "starters", "spicy": false, "price": 7.25},
      {"name": "Penne all'Arrabbiata", "category": "pastas", "spicy": true, "price": 10.5},
      {"name": "Red Wine", "category": "drinks", "spicy": false, "price": 5},
      {"name": "Marinated Chillies", "category": "starters", "spicy": true, "price": 4},
      {"name": "Panna Cotta", "category": "desserts", "spicy": false, "price": 5.5},
      {"name": "Coke", "category": "drinks", "spicy": false, "price": 3},
      {"name": "Gnocchi", "category": "pastas", "spicy": false, "price": 12.75}
    ]
    """

  /// The names in the order in which the daemon reports them.
  static let menuOrder: [(category: String, items: [String])] = [
    ("starters", ["Caprese Salad", "Arancini Balls", "Marinated Chillies"]),
    ("pastas", ["Spaghetti Carbonara", "Penne all'Arrabbiata", "Gnocchi"]),
    ("drinks", ["Water", "Red Wine", "Coke"]),
    ("desserts", ["Tiramisu", "Panna Cotta"]),
  ]

  static let fleet = """
    {
      "central": {"lat": 52.52, "lng": 13.405},
      "couriers": [
        {"id": "c2", "name": "Bo", "location": {"lat": 52.5, "lng": 13.4}},
        {"id": "c1", "name": "Ada", "location": {"latitude": 52.51, "longitude": 13.41}, "packageId": "p1",
         "vehicleId": "v1"}
      ],
      "packages": [
        {"id": "p1", "destination": {"lat": 52.53, "lng": 13.42}, "courierId": "c1", "delivered": false,
         "location": {"lat": 52.51, "lng": 13.41}}
      ],
      "vehicles": [
        {"id": "v1", "courierId": "c1", "location": {"lat": 52.51, "lng": 13.41}, "name": "Bike"}
      ]
    }
    """

  static func request(_ method: String, id: Int = 1, _ params: String? = nil) -> String {
    let members = params.map { ",\"params\":\($0)" } ?? ""
    return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)"\#(members)}"#
  }
}
