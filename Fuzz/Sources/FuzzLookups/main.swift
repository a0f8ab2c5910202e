import Invariants
import LibFuzzer

LibFuzzer.run { start, count in
  LibFuzzer.hold(start, count) { bytes in try LookupInvariants.check(bytes) }
}
