import Presenter
import Reactor
import StatusCore
import StatusServer
import Text

/// What `top` shows: resources of this process, or of a daemon that others share.
@LoopActor
protocol TopSource: AnyObject {
  var picture: TopPicture { get }
  /// Why something that was named cannot be shown; nil if all can.
  var refusal: String? { get }
  /// The first instance that was named.
  var named: ResourceID? { get }
  /// Whether each resource of the picture has its first value or failure, and the location that is followed too.
  var isSettled: Bool { get }

  /// Polls everything, and follows the location if it is named.
  ///
  /// - Parameter onNews: Called when the past of the selected resource has come.
  func begin(_ onNews: @escaping @LoopActor () -> Void)

  /// Takes in what has happened since the last call.
  ///
  /// - Returns: Whether the picture is another one.
  @discardableResult
  func update() -> Bool

  /// Has the picture show the value and the past of that row.
  func show(_ subject: TopSubject?)

  func press(_ button: Button) -> PressResult

  /// Opens an instance, and polls it.
  ///
  /// - Parameter completion: Called once, now or later, with its id, or with a sentence that says why not.
  func open(
    _ subject: NamedSubject, _ completion: @escaping @LoopActor (Result<ResourceID, TopRefusal>) -> Void)

  func close()
}

/// Why an instance cannot be opened.
struct TopRefusal: Error {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }

  /// No resource has that name.
  init(unknown subject: NamedSubject) {
    self.init("there is no \(subject.name.visible)")
  }
}
