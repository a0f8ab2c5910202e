import Engine
import Settings

/// The environment of a shared daemon, the same whoever starts it.
///
/// What is left out cannot differ between two clients that meet in it: a command sees nothing of whoever came first.
struct DaemonEnvironment: Hashable {
  struct Variable: Hashable {
    let name: String
    let value: String
    /// Whether its value may be shown.
    let isPublic: Bool
  }

  /// Each name once.
  private(set) var variables: [Variable] = []

  private static let ofUser = ["HOME", "USER", "LOGNAME", "SHELL"]
  private static let ofCertificates = ["SSL_CERT_FILE", "SSL_CERT_DIR"]
  /// libcurl reads `http_proxy` in lower case alone.
  private static let ofProxies = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  init(for settings: SharedSettings, from environment: Environment) {
    add(Self.ofUser, from: environment, isPublic: true)
    variables.append(Variable(name: "LANG", value: "C.UTF-8", isPublic: true))
    if settings.usesHTTP {
      add(Self.ofCertificates, from: environment, isPublic: true)
      add(Self.ofProxies, from: environment, isPublic: false)
    }
    if settings.runsProgram { add(["PATH"], from: environment, isPublic: true) }
    add(settings.variables, from: environment, isPublic: false)
    add(settings.configuration.shared.environment, from: environment, isPublic: false)
  }

  private mutating func add(_ names: [String], from environment: Environment, isPublic: Bool) {
    for name in names where !variables.contains(where: { $0.name == name }) {
      guard let value = environment[name] else { continue }
      variables.append(Variable(name: name, value: value, isPublic: isPublic))
    }
  }

  /// The entries of environ(7).
  var entries: [String] { variables.map { "\($0.name)=\($0.value)" } }
}
