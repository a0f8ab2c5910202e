import Invariants
import LibFuzzer

LibFuzzer.run { start, count in
  LibFuzzer.hold(start, count) { try FrameInvariants.check($0) }
}
