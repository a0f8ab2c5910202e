import Jansson

/// A method as schema/openrpc.json describes it, for people.
///
/// To read it takes a millisecond, so only what a person asks to see is made of it.
package struct MethodDescription {
  package struct Parameter {
    package let name: String
    package let isRequired: Bool
  }

  package let name: String
  /// A sentence.
  package let summary: String
  package let parameters: [Parameter]

  /// Whether `statusd call` can make it: see ``OnlyCall``.
  package var isForCall: Bool { OnlyCall.objection(to: name) == nil }

  /// Every method, in the order of the document.
  package static var all: [MethodDescription] {
    let document = try? JSONValue.parse(SchemaFile.openrpc.text.span)
    return (document?["methods"]?.elements.map { $0 } ?? []).map(MethodDescription.init)
  }

  /// The names of all methods.
  static let names = Set(all.map(\.name))

  private init(_ json: JSONValue) {
    name = json["name"]?.string ?? ""
    summary = json["summary"]?.string ?? ""
    parameters = (json["params"]?.elements.map { $0 } ?? []).map { parameter in
      Parameter(
        name: parameter["name"]?.string ?? "", isRequired: parameter["required"]?.boolean == true)
    }
  }
}

extension MethodDescription: CustomStringConvertible {
  /// The name and the params, those in brackets that may be left out.
  package var description: String {
    ([name] + parameters.map { $0.isRequired ? $0.name : "[\($0.name)]" }).joined(separator: " ")
  }
}
