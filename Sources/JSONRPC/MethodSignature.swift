import Jansson

/// What may stand in one parameter.
package enum ParameterType: Hashable, Sendable {
  case string
  case boolean
  /// A number within a range, in the unit that the schema gives.
  case number(ClosedRange<Double>)
  case integer
  case object
  /// The id of another request, as it was written.
  case requestID

  /// What a person calls it, with its article.
  var noun: String {
    switch self {
    case .string: JSONValue.Kind.string.noun
    case .boolean: JSONValue.Kind.boolean.noun
    case .number: JSONValue.Kind.real.noun
    case .integer: "an integer"
    case .object: JSONValue.Kind.object.noun
    case .requestID: "an id: a string, a number or null"
    }
  }
}

/// One parameter of a method.
package struct Parameter: Hashable, Sendable {
  package let name: String
  package let type: ParameterType
  package let isRequired: Bool

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
  /// Whether named parameters that are not declared are passed over; true for `initialize` alone.
  package let ignoresUnknownParameters: Bool

  package init(_ name: String, _ parameters: [Parameter] = [], ignoresUnknownParameters: Bool = false) {
    self.name = name
    self.parameters = parameters
    self.ignoresUnknownParameters = ignoresUnknownParameters
  }
}
