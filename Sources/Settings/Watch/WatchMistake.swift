/// Why a template or a rule of `watch` cannot be used.
package struct WatchMistake: Error, Hashable, Sendable {
  /// The end of a sentence that begins with the option, or with the key.
  package let message: String
}
