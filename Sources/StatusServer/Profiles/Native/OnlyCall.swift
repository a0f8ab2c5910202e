/// Which methods can be the only call of a process, as `statusd call` makes it.
package enum OnlyCall {
  /// Why a method cannot be; nil for one that can, and for an unknown one.
  ///
  /// The end of a sentence that begins with the name of the method. These are the methods whose effect ends with the
  /// process, or that are about other calls.
  package static func objection(to method: String) -> String? {
    switch method {
    case "$/cancelRequest":
      "cancels another call, and there is none; --timeout limits how long a call may take"
    case "openScreen":
      """
      publishes as long as its process runs, and call ends with the response; use statusd watch, or call getState
      """
    case "press", "closeScreen":
      "is about a screen, and there is none in a new process; send openScreen to a running statusd serve"
    case "exit": "ends a daemon, and call ends by itself"
    case "retry":
      """
      recovers from a failure of its own process, and call is a new one; call refresh --recover OPTION, or send retry \
      to a running statusd serve
      """
    case "setAutoPolling":
      """
      polls as long as its process runs, and call ends with the response; use statusd watch, or \
      autoPolling in the configuration
      """
    case "subscribeLocation":
      """
      publishes as long as its process runs, and call ends with the response; use statusd watch location, \
      or call getLocation --wait
      """
    case "unsubscribeLocation":
      "ends a subscription, and there is none in a new process; use statusd watch location"
    default: nil
    }
  }
}
