import CProcess

/// What the loop does at present, for the watch that looks at it from outside (``LoopWatch``).
///
/// It costs a few stores. What was said holds until something else is said, or the turn ends.
@LoopActor
package enum LoopPhase {
  /// - Parameter phase: What happens, in words that follow "phase=" in the log: `reading messages`.
  package static func enter(_ phase: StaticString) {
    // SAFETY: the bytes of a static string live for ever, with a zero behind them.
    unsafe statusd_enter(Self.words(phase))
  }

  /// - Parameter resource: The name of the resource that it is done for.
  package static func enter(_ phase: StaticString, of resource: String) {
    var resource = resource
    // SAFETY: the bytes are copied during the call.
    resource.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { name in
        unsafe statusd_enter_for(Self.words(phase), name.baseAddress, UInt(name.count))
      }
    }
  }

  private static func words(_ phase: StaticString) -> UnsafePointer<CChar> {
    // SAFETY: characters of C and bytes have one representation.
    unsafe UnsafeRawPointer(phase.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
