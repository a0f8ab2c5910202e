import Reactor

/// What the system says of this process, asked once in a turn.
///
/// Listing a folder of /proc takes as long as thirty other calls, so a burst of `stats` shares one look.
@LoopActor
final class ProcessFigures {
  struct Figures {
    /// Bytes.
    let residentMemory: Int
    let openDescriptors: Int
  }

  private let measure: @LoopActor () -> Figures
  private let endOfTurn: LoopHook
  private var measured: Figures?

  init(_ loop: EventLoop, measure: @escaping @LoopActor () -> Figures = ProcessFigures.ask) {
    self.measure = measure
    endOfTurn = loop.atEndOfMarkedTurns()
    endOfTurn.onMarked { [weak self] in self?.measured = nil }
  }

  /// Those of the present turn.
  var now: Figures {
    if let measured { return measured }
    let figures = measure()
    measured = figures
    endOfTurn.mark()
    return figures
  }

  private static func ask() -> Figures {
    Figures(residentMemory: ResidentMemory.bytes, openDescriptors: OpenDescriptors.count)
  }
}
