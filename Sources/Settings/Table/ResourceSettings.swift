import Engine
import StatusCore

extension Setting<Configuration.Resource> {
  /// The row of `source`, which options and variables set: the rest of the table costs a fifth of a start, for its key
  /// paths are made when it is read.
  static let source = Setting(key: "source", form: .source, summary: "Where the value comes from") {
    if case .source(let address) = $0 { $1.source = address }
  } current: {
    .source($0.source)
  }

  /// The keys of `resources.NAME`.
  static let ofResources: [Self] = [
    source,
    Setting(
      key: "shape", form: .choice(ResourceShape.allCases.map(\.rawValue)),
      summary: """
        How the value is built: `any` JSON, a `fleet`, a `menu`, or what is no JSON, as a string (`text`) or as an \
        array of its `lines`. If nothing is said, `state` is a `fleet` and `menu` a `menu`.
        """
    ) {
      if case .text(let word) = $0, let shape = ResourceShape(rawValue: word) { $1.shape = shape }
    } current: {
      .text($0.shape.rawValue)
    },
    Setting(
      key: "pointer", form: .pointer,
      summary: "A JSON Pointer (RFC 6901): the value is that part of the JSON that the source gives."
    ) {
      if case .text(let pointer) = $0 { $1.pointer = pointer }
    } current: {
      $0.pointer.isEmpty ? nil : .text($0.pointer)
    },
    Setting(
      key: "statuses", form: .statuses,
      summary: """
        What HTTP statuses mean, by number or class (`404`, `5xx`): `ok`, `empty` (a success without a value), \
        `unchanged` (as 304), or a kind of failure.
        """
    ) {
      if case .statuses(let statuses) = $0 { $1.statuses = statuses }
    } current: { _ in
      nil
    },
    Setting(
      key: "headers", form: .headers,
      summary: """
        Headers of every HTTP request. `${NAME}` stands for a variable of the environment, `${file:PATH}` for what \
        a file holds, `$${` for `${`. Values go to the server and nowhere else.
        """
    ) {
      if case .headers(let headers, let templates, let variables) = $0 {
        $1.headers = headers
        $1.fileHeaders = templates
        $1.headerVariables = variables
      }
    } current: { _ in
      nil
    },
    .text(
      "caFile", .path, \.caFile,
      "A PEM file of authorities that are trusted besides the system's. Nothing turns checks off."),
    .text(
      "certificate", .path, \.certificate,
      "A PEM file with a certificate that is shown to a server that wants one, and those of its authorities."),
    .text("key", .path, \.key, "The PEM file of the certificate's key, without a passphrase."),
    .seconds("timeout", 0.05...3_600, \.policy.attemptTimeout, "For one attempt."),
    .seconds(
      "totalTimeout", 0.05...3_600, \.policy.totalTimeout,
      "For a whole fetch, the waits between its attempts included."),
    .seconds(
      "connectTimeout", 0.05...3_600, \.connectTimeout, "Until an HTTP connection stands, TLS included."),
    .integer(
      "retry.attempts", 1...100, \.policy.retry.maxAttempts, "How often a fetch tries, the first included."),
    .seconds(
      "retry.base", 0...3_600, \.policy.retry.base,
      "The longest wait before the second attempt; it doubles with each further one."),
    .seconds(
      "retry.cap", 0...3_600, \.policy.retry.cap,
      "The longest wait between two attempts. A Retry-After of at most 5 s is waited out whatever this says."),
    .boolean("autoPolling.enabled", \.policy.polling.isEnabled, "Whether it is polled from the start."),
    .seconds(
      "autoPolling.interval", 0.1...86_400, \.policy.polling.interval,
      "From the end of one fetch to the begin of the next."),
    .seconds("staleAfter", 0.1...31_536_000, \.policy.staleAfter, "The age from which a value is stale."),
    .boolean(
      "excerpts", \.excerpts,
      "Whether a failure quotes the first 200 characters of a body that cannot be used. The log never does."),
    Setting(
      key: "recoveryOptions", form: .recoveryOptions,
      summary:
        "Recovery options of your own for its failures, by name; they win over those for all resources."
    ) {
      if case .recoveryOptions(let options) = $0 { $1.recoveryOptions = options }
    } current: { _ in
      nil
    },
  ]
}
