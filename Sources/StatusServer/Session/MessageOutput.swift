package import Jansson
import Reactor

/// Takes the messages of a session, one at a time.
///
/// It gets what writes one complete message, without its frame, and calls that at once. So a message is written
/// where it goes, and is no value of its own on the way.
package typealias MessageOutput = @LoopActor (_ message: (inout JSONWriter) -> Void) -> Void
