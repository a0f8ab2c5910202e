import TestSupport
import Testing

@testable import Providers

/// Where authorities are looked for.
struct TrustStoreTests {
  private func store(
    _ variables: [String: String] = [:], library: (file: String?, folder: String?) = (nil, nil),
    there: String...
  ) -> TrustStore? {
    TrustStore.find(variable: { variables[$0] }, library: library, isThere: there.contains)
  }

  @Test func `variables come first, whether there is anything or not`() {
    let file = store(["SSL_CERT_FILE": "/a"], library: ("/l", "/d"), there: "/l", "/d")
    #expect(file?.file == "/a" && file?.folder == nil && file?.origin == .environment)
    let folder = store(["SSL_CERT_DIR": "/b"], library: ("/l", "/d"), there: "/l", "/d")
    #expect(folder?.file == nil && folder?.folder == "/b" && folder?.origin == .environment)
  }

  @Test func `libcurl keeps its own place where that is there`() {
    let whole = store(library: ("/l", "/d"), there: "/l", "/d", "/etc/ssl/cert.pem")
    #expect(whole?.file == "/l" && whole?.folder == "/d" && whole?.origin == .library)
    let alone = store(library: ("/l", nil), there: "/l")
    #expect(alone?.file == "/l" && alone?.folder == nil && alone?.origin == .library)
  }

  @Test func `libcurl does not look for a part of its place that is missing`() {
    let part = store(library: ("/l", "/d"), there: "/d", "/etc/ssl/cert.pem")
    #expect(part?.file == nil && part?.folder == "/d" && part?.origin == .search)
  }

  @Test(arguments: [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ])
  func `each distribution's file is found`(path: String) {
    let found = store(library: ("/l", nil), there: path)
    #expect(found?.file == path && found?.origin == .search)
  }

  @Test func `a directory alone will do, and nothing is nothing`() {
    #expect(store(there: "/etc/pki/tls/certs")?.folder == "/etc/pki/tls/certs")
    #expect(store(library: ("/l", "/d")) == nil)
  }

  @Test func `an empty directory has no authorities`() throws {
    let folder = try TemporaryFolder()
    #expect(!TrustStore.isThere(folder.path))
    try folder.write("x", to: "a.pem")
    #expect(TrustStore.isThere(folder.path) && TrustStore.isThere(folder.path("a.pem")))
    #expect(!TrustStore.isThere("/proc/nonexistent") && !TrustStore.isThere("/dev/null"))
  }
}
