import Reactor
import StatusCore

/// Makes a value of a file that comes in pieces.
protocol FileParser<Value> {
  associatedtype Value: Sendable

  mutating func take(_ piece: [UInt8]) throws(Problem)

  /// The file has ended.
  mutating func finish() throws(Problem) -> Value
}

/// A file that is being read, whatever is made of it.
@LoopActor
protocol Reading: AnyObject {
  var isUnderWay: Bool { get }

  func cancel()
}

/// A file of positions that is being read: one piece in each turn of the loop, which does all else in between.
///
/// Pieces are counted in bytes and not in time, so that the same file takes the same turns on every computer. One
/// that is a single piece is read at once.
@LoopActor
final class FileReading<Parser: FileParser>: Reading {
  typealias Completion = @LoopActor (Result<Parser.Value, Problem>) -> Void

  private var parser: Parser?
  private var pieces: FilePieces?
  private var completion: Completion?

  /// Begins to read; `completion` is called once, maybe before this returns, unless the reading is cancelled.
  init(_ file: RegularFile, with parser: Parser, _ completion: @escaping Completion) {
    self.parser = parser
    self.completion = completion
    do throws(Problem) {
      pieces = try file.pieces(of: LocationFileLimits.pieceBytes)
      try step()
    } catch {
      end(.failure(error))
    }
  }

  var isUnderWay: Bool { completion != nil }

  func cancel() {
    completion = nil
    release()
  }

  private func proceed() {
    do throws(Problem) {
      try step()
    } catch {
      end(.failure(error))
    }
  }

  private func step() throws(Problem) {
    guard let pieces, parser != nil else { return }
    LoopPhase.enter("reading positions of a file", of: "location")
    if let piece = try pieces.next() { try parser?.take(piece) }
    guard pieces.isAtEnd else {
      LoopActor.shared.loop.onNextTurn { [weak self] in self?.proceed() }
      return
    }
    if let value = try parser?.finish() { end(.success(value)) }
  }

  private func end(_ result: Result<Parser.Value, Problem>) {
    release()
    let completion = completion.take()
    completion?(result)
  }

  /// What was made of a large file on the way is many small blocks.
  private func release() {
    let isLarge = (pieces?.bytes ?? 0) > Self.largeFile
    (parser, pieces) = (nil, nil)
    if isLarge { ResidentMemory.returnFreedBlocks() }
  }

  private static var largeFile: Int { 262_144 }
}
