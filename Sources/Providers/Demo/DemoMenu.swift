package import StatusCore

extension Menu {
  /// The menu of the demo.
  package static let demo = Menu(items: [
    MenuItem(name: "Grilled Courgettes", category: "starters", isSpicy: false, price: 6.5),
    MenuItem(name: "Chilli Prawns", category: "starters", isSpicy: true, price: 9.8),
    MenuItem(name: "Tomato Soup", category: "starters", isSpicy: false, price: 5.9),
    MenuItem(name: "Penne all'Arrabbiata", category: "pastas", isSpicy: true, price: 10.9),
    MenuItem(name: "Tagliatelle with Mushrooms", category: "pastas", isSpicy: false, price: 12.5),
    MenuItem(name: "Spaghetti Aglio e Olio", category: "pastas", isSpicy: true, price: 9.5),
    MenuItem(name: "Spinach Lasagne", category: "pastas", isSpicy: false, price: 11.8),
    MenuItem(name: "Apple Spritzer", category: "drinks", isSpicy: false, price: 3.6),
    MenuItem(name: "Ginger Lemonade", category: "drinks", isSpicy: true, price: 4.2),
    MenuItem(name: "Espresso", category: "drinks", isSpicy: false, price: 2.4),
    MenuItem(name: "Red Berry Pudding", category: "desserts", isSpicy: false, price: 5.4),
    MenuItem(name: "Lemon Tart", category: "desserts", isSpicy: false, price: 5.9),
  ])
}
