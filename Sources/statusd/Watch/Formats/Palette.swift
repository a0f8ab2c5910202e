/// Where the colours of a line may be.
struct Palette {
  /// Whether a bar may show the class as a colour.
  let ofBar: Bool
  /// How JSON is written for a person.
  let ofTerminal: TextStyle
}
