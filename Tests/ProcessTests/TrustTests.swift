import TestSupport
import Testing

/// Whose certificates are trusted: those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name, as for curl.
@Suite(.timeLimit(.minutes(10))) struct TrustTests {
  private let folder: TemporaryFolder
  private let server: NginxServer

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(TestCertificate.authority(), to: "authority.pem")
    // Signed by itself, so it is an authority too: another one.
    try folder.write(TestCertificate.selfSigned.server().chain, to: "other.pem")
    server = try NginxServer(["value.json": "[1]"], certificate: TestCertificate.valid.server())
  }

  /// Whoever runs the tests may have set them.
  private static let unset = ["SSL_CERT_FILE": "", "SSL_CERT_DIR": ""]

  private func fetch(caFile: String? = nil, _ environment: [String: String]) throws -> Run {
    let key = caFile.map { "resources.x.caFile = '\(folder.path($0))'\n" } ?? ""
    try folder.write("\(key)resources.x.source = '\(server.url("/value.json"))'", to: "x.toml")
    let words = ["call", "refresh", "resource=x", "--config", folder.path("x.toml")]
    return try Run(words, environment: Self.unset.merging(environment) { $1 })
  }

  @Test func `the authorities of SSL_CERT_FILE are trusted`() throws {
    #expect(try fetch(["SSL_CERT_FILE": folder.path("authority.pem")]).status == 0)
  }

  @Test func `the authorities of SSL_CERT_DIR are trusted`() throws {
    _ = try Shell.output("openssl", ["rehash", folder.path])
    #expect(try fetch(["SSL_CERT_DIR": "/proc/nonexistent:\(folder.path)"]).status == 0)
  }

  @Test func `they replace those of the system`() throws {
    let run = try fetch(["SSL_CERT_FILE": folder.path("other.pem")])
    #expect(run.errors.contains("certificateInvalid"))
  }

  @Test func `those of caFile are trusted besides`() throws {
    let other = ["SSL_CERT_FILE": folder.path("other.pem")]
    #expect(try fetch(caFile: "authority.pem", other).status == 0)
    let both = ["SSL_CERT_FILE": folder.path("authority.pem")]
    #expect(try fetch(caFile: "other.pem", both).status == 0)
  }

  @Test func `doctor says which are used`() throws {
    let path = folder.path("authority.pem")
    let run = try Run(["doctor", "--json"], environment: ["SSL_CERT_FILE": path, "SSL_CERT_DIR": ""])
    let certificates = #""subject":"certificates","status":"ok","message":"\#(path) (SSL_CERT_FILE)""#
    #expect(run.output.contains(certificates))
    #expect(run.output.contains(#""subject":"libcurl","status":"ok","message":""#))
    #expect(run.output.contains(#""subject":"SQLite","status":"ok","message":"3."#))
    let wrong = try Run(["doctor"], environment: ["SSL_CERT_FILE": "", "SSL_CERT_DIR": "/proc/nonexistent"])
    #expect(wrong.output.contains("Correct or unset the variable SSL_CERT_DIR") && wrong.status == 0)
  }

  @Test func `a caFile without authorities is a mistake besides them, too`() throws {
    try folder.write("nothing", to: "none.pem")
    let run = try fetch(caFile: "none.pem", ["SSL_CERT_FILE": folder.path("authority.pem")])
    #expect(run.errors.contains("cannot be read or holds none"))
  }

  @Test func `empty variables are none`() throws {
    #expect(try fetch(caFile: "authority.pem", [:]).status == 0)
  }

  /// Opening a pipe would wait for its writer.
  @Test(arguments: ["SSL_CERT_FILE", "SSL_CERT_DIR"])
  func `a variable that names nothing of use is named`(variable: String) throws {
    let pipe = try Fifo()
    for path in [pipe.path, "/proc/nonexistent"] {
      let run = try fetch(["\(variable)": path])
      #expect(run.errors.contains("sourceMisconfigured"), "\(run.errors)")
      #expect(run.errors.contains("the variable \(variable) names cannot be read"))
      #expect(run.errors.contains("Correct or unset the variable \(variable), then start statusd again."))
    }
  }
}
