import Engine
import JSONRPC
import Providers
import StatusCore

/// What the bytes of an input say: three choose the set-up and the pace, the rest is what a client sends.
struct SessionInput {
  let configuration: Configuration
  /// nil finds out from the first byte.
  let framing: Framing?
  /// Whether every other fetch of the menu fails, and of each instance of the parameterised resource `build`.
  let isFickle: Bool
  /// The length of the pieces in which the stream comes.
  let piece: Int
  /// The time that passes after each piece; a fetch of the demo takes 0.1 s.
  let pause: Duration
  let stream: ArraySlice<UInt8>

  private static let inFlight = [256, 1, 2, 8]
  private static let messageBytes = [1_048_576, 64]
  private static let pauses = [0, 1, 30, 50, 100, 150, 1_000, 60_000]

  private static let parameterised = (try? SourceAddress("file:{a}/{b}")).map { address in
    Configuration.Resource(name: ResourceName(rawValue: "build"), shape: .menu, source: address)
  }

  /// nil for an input that is too short to choose.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 3 else { return nil }
    var configuration = Configuration()
    framing = [nil, .lines, .headers, nil][Int(bytes[0] & 3)]
    configuration.limits.inFlight = Self.inFlight[Int(bytes[0] >> 2 & 3)]
    configuration.limits.messageBytes = Self.messageBytes[Int(bytes[0] >> 4 & 1)]
    configuration.instances = bytes[0] & 64 != 0 ? 2 : 256
    if let parameterised = Self.parameterised { configuration.resources.append(parameterised) }
    self.configuration = configuration
    isFickle = bytes[0] & 32 != 0
    piece = Int(bytes[1]) + 1
    pause = .milliseconds(Self.pauses[Int(bytes[2] & 7)])
    stream = bytes[3...]
  }

  /// The same with two instances at most, whose fetches fail in turn, and time that passes.
  static let crowded: [UInt8] = [96, 255, 4]

  /// The three bytes that choose the daemon's own settings, pieces of 256, and no pause.
  static let plain: [UInt8] = [0, 255, 0]

  var pieces: [ArraySlice<UInt8>] {
    stride(from: stream.startIndex, to: stream.endIndex, by: piece).map { stream[$0...].prefix(piece) }
  }
}
