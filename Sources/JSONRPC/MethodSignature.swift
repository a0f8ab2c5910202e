import Jansson

/// What may stand in one parameter.
package enum ParameterType: Hashable, Sendable {
  case string
  case boolean
  /// A number within a range, in the unit that the schema gives.
  case number(ClosedRange<Double>)
  case integer
  case object
  /// An object whose members are the arguments of a further call, which has a signature of its own: that of a tool.
  case arguments
  /// A name, or in its place what it would name.
  case stringOrObject
  /// One of a kind, or a list of them.
  case objectOrArray
  /// The id of another request, as it was written.
  case requestID

  /// What a person calls it, with its article.
  var noun: String {
    switch self {
    case .string: JSONValue.Kind.string.noun
    case .boolean: JSONValue.Kind.boolean.noun
    case .number: JSONValue.Kind.real.noun
    case .integer: "an integer"
    case .object, .arguments: JSONValue.Kind.object.noun
    case .stringOrObject: "a string or an object"
    case .objectOrArray: "an object or an array"
    case .requestID: "an id: a string, a number or null"
    }
  }
}

/// One parameter of a method.
package struct Parameter: Hashable, Sendable {
  package let name: String
  /// The name, as it is looked for among params.
  let key: ShortBytes
  /// The name as a reference token of JSON Pointer, by which failures name it.
  ///
  /// Made when there is a failure: for all parameters it would be a fiftieth of a start.
  var token: String { JSONPointer.token(name) }
  package let type: ParameterType
  package let isRequired: Bool

  private init(name: String, type: ParameterType, isRequired: Bool) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    guard let key = ShortBytes(name) else {
      preconditionFailure("a param's name has more than \(ShortBytes.capacity) bytes")
    }
    self.key = key
  }

  package static func required(_ name: String, _ type: ParameterType) -> Parameter {
    Parameter(name: name, type: type, isRequired: true)
  }

  package static func optional(_ name: String, _ type: ParameterType) -> Parameter {
    Parameter(name: name, type: type, isRequired: false)
  }
}

/// A method's name and its parameters in declared order, which is the order of positional params.
package struct MethodSignature: Hashable, Sendable {
  package let name: String
  package let parameters: [Parameter]
  /// Whether named parameters that are not declared are passed over, as in `initialize` and in the methods of agents.
  package let ignoresUnknownParameters: Bool
  /// Where the arguments of its calls stand.
  package let place: ArgumentsPlace
  /// Whether one of the parameters is required.
  let hasRequired: Bool

  package init(
    _ name: String, _ parameters: [Parameter] = [], ignoresUnknownParameters: Bool = false,
    in place: ArgumentsPlace = .params
  ) {
    precondition(parameters.count <= ParameterPlaces.capacity, "\(name) has too many parameters")
    self.name = name
    self.parameters = parameters
    hasRequired = parameters.contains(where: \.isRequired)
    self.ignoresUnknownParameters = ignoresUnknownParameters
    self.place = place
  }

  /// The place of the parameter of that name; nil when none is declared.
  func index(of name: ShortBytes?) -> Int? {
    guard let name else { return nil }
    for index in 0..<parameters.count where parameters[index].key == name { return index }
    return nil
  }
}
