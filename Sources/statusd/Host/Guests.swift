import Reactor

/// The guests of a process, in order of arrival.
@LoopActor
final class Guests {
  private var present: [any Guest] = []

  /// A copy, since a guest may leave while they are all spoken to.
  var all: [any Guest] { present }

  func add(_ guest: any Guest) {
    present.append(guest)
  }

  /// Closes a guest that has ended, unless it is the last one: the process ends with that one, and closes it when its
  /// loop has ended and may wait for a disk.
  ///
  /// - Returns: Whether it was the last one.
  func leave(_ guest: any Guest) -> Bool {
    guard let index = present.firstIndex(where: { $0 === guest }) else { return false }
    if present.count == 1 { return true }
    present.remove(at: index)
    guest.close()
    return false
  }
}
