import Reactor

/// What the system says of this process, asked once in a turn.
///
/// It lists a folder of /proc for that, in the time of thirty other calls: a burst of `stats` asks for all of them.
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
