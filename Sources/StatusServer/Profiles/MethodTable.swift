import JSONRPC
import Reactor
import StatusCore
import Text

/// The methods of a protocol, by their names.
@LoopActor
final class MethodTable {
  /// A method and its signature; a class, so that a call finds both for the price of one reference.
  @LoopActor
  final class Entry {
    let method: any Method
    let signature: MethodSignature

    init(_ method: any Method) {
      self.method = method
      signature = method.signature
    }
  }

  private let entries: [Entry]
  private let router: Router
  /// Every method's name, sorted.
  private(set) lazy var names = entries.map(\.signature.name).sorted()
  /// The same, ready to be searched; most sessions never do.
  private lazy var known = KnownNames(names)

  /// - Important: No two methods may have one name.
  init(_ methods: [any Method]) {
    entries = methods.map { Entry($0) }
    router = Router(entries.map(\.signature.name))
  }

  /// The method of that name; nil for an unknown one.
  subscript(name: MethodName) -> Entry? {
    guard let index = router.index(of: name) else { return nil }
    return entries[index]
  }

  /// The problem of a name that is unknown.
  func problem(of name: MethodName) -> Problem {
    Problem(Router.problem(of: name, among: known))
  }
}
