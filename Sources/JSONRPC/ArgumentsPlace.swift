import Jansson
import Text

/// Where the arguments of a call stand in its message, which is how its problems name them.
package enum ArgumentsPlace: Hashable, Sendable {
  /// They are the params.
  case params
  /// They are the param `arguments`, as those of a tool are.
  case arguments

  /// What a sentence calls an argument: `params.interval`.
  func words(of name: String) -> String { prefix + name }

  /// What stands before the name there.
  var prefix: String { self == .params ? "params." : "arguments." }

  /// What a sentence calls what stands at a JSON Pointer in the params.
  func words(at pointer: String) -> String {
    let path = pointer.replacing("/", by: ".")
    return self == .params ? words + path : String(path.dropFirst())
  }

  /// The JSON Pointer in the params of an argument that is not there.
  func pointer(to name: String) -> String { pointer(toToken: JSONPointer.token(name)) }

  /// The same for one that is declared.
  func pointer(to parameter: Parameter) -> String { pointer(toToken: parameter.token) }

  private func pointer(toToken token: String) -> String { self == .params ? token : "/\(words)\(token)" }

  /// What one of them is called.
  var noun: String { self == .params ? "param" : "argument" }

  /// What all of them are called.
  private var words: String { self == .params ? "params" : "arguments" }
}
