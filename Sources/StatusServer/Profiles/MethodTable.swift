import JSONRPC
import Reactor
import StatusCore
import Text

/// The methods of a session, by their names.
///
/// A method is made when it is first called: most sessions call few of them.
@LoopActor
final class MethodTable {
  /// A method and its signature; a class, so that a call finds both for the price of one reference.
  @LoopActor
  final class Entry {
    let method: any Method
    let signature: MethodSignature
    let operation: Operation

    init(_ method: any Method) {
      self.method = method
      signature = method.signature
      operation = Operation(signature.name)
    }
  }

  private let layout: MethodLayout
  /// The layout's own, kept here so that each call reaches its arrays without a reference to the layout.
  private let router: Router
  private let onConditional: (@LoopActor (MethodName) -> Void)?
  private let make: @LoopActor (Int) -> any Method
  private var entries: [Entry?]

  /// - Parameters:
  ///   - layout: The names, which sessions share.
  ///   - onConditional: Called with each name that is asked for in vain and has a condition.
  ///   - make: Makes the method at a place of the layout.
  init(
    _ layout: MethodLayout, onConditional: (@LoopActor (MethodName) -> Void)? = nil,
    make: @escaping @LoopActor (Int) -> any Method
  ) {
    self.layout = layout
    router = layout.router
    self.onConditional = onConditional
    self.make = make
    entries = Array(repeating: nil, count: layout.count)
  }

  /// A table of methods that are there already.
  convenience init(_ methods: [any Method]) {
    self.init(MethodLayout(methods.map(\.signature.name))) { methods[$0] }
  }

  /// Every method's name, sorted.
  var names: [String] { layout.names }

  /// The method of that name; nil for an unknown one.
  subscript(name: MethodName) -> Entry? {
    guard let index = router.index(of: name) else { return nil }
    return entries[index] ?? add(index)
  }

  private func add(_ index: Int) -> Entry {
    let entry = Entry(make(index))
    // In a variable: a property that is changed in place is checked for exclusive access wherever it is read.
    var changed = entries
    entries = []
    changed[index] = entry
    entries = changed
    return entry
  }

  /// The problem of a name that is unknown.
  func problem(of name: MethodName) -> Problem {
    guard let problem = layout.conditionalProblem(of: name) else { return layout.problem(of: name) }
    onConditional?(name)
    return problem
  }
}

/// The names of a protocol's methods, which all its sessions in a process share.
@LoopActor
final class MethodLayout {
  let router: Router
  let count: Int
  private let makeConditions: () -> [MethodCondition]
  /// Made when a name is unknown; most processes never need them.
  private lazy var conditions = makeConditions()
  private lazy var conditional = Router(conditions.map(\.name))
  /// Every method's name, sorted.
  private(set) lazy var names = unsorted.sorted()
  /// The same, ready to be searched; most processes never do.
  private lazy var known = KnownNames(names)
  private let unsorted: [String]

  /// - Parameter conditions: Those of methods that may be missing.
  /// - Important: No two methods may have one name.
  init(_ names: [String], conditions: @escaping @autoclosure () -> [MethodCondition] = []) {
    (unsorted, count) = (names, names.count)
    router = Router(names)
    makeConditions = conditions
  }

  /// The problem of a name that is unknown.
  func problem(of name: MethodName) -> Problem { Problem(Router.problem(of: name, among: known)) }

  /// The problem of a name that has a condition.
  func conditionalProblem(of name: MethodName) -> Problem? {
    guard let index = conditional.index(of: name) else { return nil }
    return conditions[index].problem
  }
}

/// A method that exists only in a daemon that was started in another way, and what is said of it in this one.
struct MethodCondition {
  let name: String
  private let explanation: Explanation.Request

  init(_ name: String, _ explanation: Explanation.Request) {
    (self.name, self.explanation) = (name, explanation)
  }

  fileprivate var problem: Problem { Problem(.methodNotFound, explanation: .request(explanation)) }
}
