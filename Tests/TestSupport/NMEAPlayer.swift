import Glibc
import Synchronization

/// A receiver on a TCP port of 127.0.0.1, for gpsd to read: it speaks NMEA 0183, ten times a second.
///
/// What it says can be changed while it speaks. It ends with this value.
package final class NMEAPlayer: Sendable {
  /// What the receiver knows.
  package enum Sky: Sendable {
    /// It is there, in degrees, at so many metres above the sea.
    case fix(latitude: Double, longitude: Double, altitude: Double)
    /// It does not see enough satellites.
    case noFix
    /// It is unplugged: every connection is closed, and new ones are refused.
    case unplugged
  }

  package var port: UInt16 { reservation.port }
  /// Keeps the port from others while the receiver is unplugged.
  private let reservation = LoopbackSocket(backlog: nil, sharing: .reusePort)
  private let stage: Stage

  /// What the threads of the connections look at.
  private final class Stage: Sendable {
    /// nil once the player is gone.
    let sky: Mutex<Sky?>
    /// The receiver's clock in tenths of a second: it goes on from one connection to the next, as clocks do.
    let tenths = Atomic<Int>(0)
    /// nil while the receiver is unplugged.
    let connecting = Mutex<AcceptLoop?>(nil)

    init(_ sky: Sky) {
      self.sky = Mutex(sky)
    }
  }

  package init(_ sky: Sky) {
    stage = Stage(sky)
    show(sky)
  }

  deinit {
    show(.unplugged)
    LoopbackSocket.close(reservation.descriptor)
  }

  package func show(_ sky: Sky) {
    stage.sky.withLock { $0 = sky }
    if case .unplugged = sky { unplug() } else { plug() }
  }

  private func unplug() {
    stage.connecting.withLock { connecting in
      connecting?.end()
      connecting = nil
    }
  }

  private func plug() {
    stage.connecting.withLock { connecting in
      guard connecting == nil else { return }
      connecting = AcceptLoop(LoopbackSocket(port: port, sharing: .reusePort).descriptor) {
        [stage] connection in
        detachThread {
          NMEAPlayer.play(to: connection, stage)
          close(connection)
        }
      }
    }
  }

  /// Speaks until nobody listens, or the receiver is unplugged or gone.
  private static func play(to descriptor: CInt, _ stage: Stage) {
    while let sky = stage.sky.withLock({ $0 }),
      let text = epoch(sky, stage.tenths.wrappingAdd(1, ordering: .relaxed).newValue)
    {
      let bytes = Array(text.utf8)
      guard unsafe send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else { return }
      // The pace of the receiver; what gpsd says in between is passed over.
      _ = poll(nil, 0, 100)
    }
  }
}

extension NMEAPlayer {
  /// The sentences of one moment; nil from a receiver that is gone.
  private static func epoch(_ sky: Sky, _ tenths: Int) -> String? {
    let seconds = tenths / 10
    let time =
      two(12 + seconds / 3_600 % 12) + two(seconds / 60 % 60) + two(seconds % 60) + ".\(tenths % 10)0"
    switch sky {
    case .unplugged: return nil
    case .noFix:
      return sentence("GPGGA,\(time),,,,,0,00,,,M,,M,,") + sentence("GPGSA,A,1,,,,,,,,,,,,,,,")
        + sentence("GPRMC,\(time),V,,,,,,,210726,,,N")
    case .fix(let latitude, let longitude, let altitude):
      let place =
        "\(angle(latitude, 2)),\(latitude < 0 ? "S" : "N"),\(angle(longitude, 3)),\(longitude < 0 ? "W" : "E")"
      return sentence("GPGGA,\(time),\(place),1,08,1.0,\(altitude),M,45.0,M,,")
        + sentence("GPGSA,A,3,04,05,07,09,12,16,24,29,,,,,1.8,1.0,1.5")
        + sentence("GPRMC,\(time),A,\(place),010.0,090.0,210726,,,A")
    }
  }

  /// With `$`, the checksum over all between it and `*`, and CRLF.
  private static func sentence(_ text: String) -> String {
    let sum = text.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(text)*\(digits.count < 2 ? "0" : "")\(digits)\r\n"
  }

  /// Degrees and minutes with four decimals: `5337.1792`.
  private static func angle(_ degrees: Double, _ width: Int) -> String {
    let tenThousandths = Int((abs(degrees) * 600_000).rounded())
    let (whole, rest) = tenThousandths.quotientAndRemainder(dividingBy: 600_000)
    return padded(whole, width) + two(rest / 10_000) + "." + padded(rest % 10_000, 4)
  }

  private static func two(_ number: Int) -> String { padded(number, 2) }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
