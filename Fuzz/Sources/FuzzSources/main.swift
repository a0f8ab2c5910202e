import Invariants
import LibFuzzer

LibFuzzer.run { start, count in
  LibFuzzer.hold(start, count) { bytes in
    try Loop.enter { () throws(Violation) in try SourceInvariants.check(bytes) }
  }
}
