import StatusCore
import Testing

struct DistributionTests {
  @Test(arguments: [
    (["debian"], Distribution.debian), (["linuxmint", "ubuntu", "debian"], .debian),
    (["rocky", "rhel", "centos", "fedora"], .fedora), (["opensuse-tumbleweed", "opensuse", "suse"], .suse),
    (["manjaro", "arch"], .arch), (["alpine"], .alpine),
  ])
  func `a distribution is known by itself or by what it is like`(names: [String], known: Distribution) {
    #expect(Distribution(identifiers: names) == known)
  }

  @Test func `others are not known`() {
    #expect(Distribution(identifiers: ["nixos"]) == nil && Distribution(identifiers: []) == nil)
  }

  @Test func `each has packages, and without one the part itself is named`() {
    #expect(SystemPart.curl.toInstall(on: .debian) == "Debian's package libcurl4")
    #expect(SystemPart.sqlite.toInstall(on: .fedora) == "Fedora's package sqlite-libs")
    #expect(SystemPart.certificates.toInstall(on: .suse) == "SUSE's package ca-certificates-mozilla")
    #expect(SystemPart.curl.toInstall(on: nil) == "libcurl 7.87 or later (libcurl.so.4)")
  }
}
