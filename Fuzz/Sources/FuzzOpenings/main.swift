import Invariants
import LibFuzzer

LibFuzzer.run { start, count in
  LibFuzzer.hold(start, count) { bytes in try OpeningInvariants.check(bytes) }
}
