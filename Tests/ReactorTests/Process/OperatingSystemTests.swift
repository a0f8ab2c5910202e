import Reactor
import Testing

/// os-release(5).
struct OperatingSystemTests {
  @Test(arguments: [
    ("PRETTY_NAME=\"Debian GNU/Linux 12\"\nID=debian\n", ["debian"]),
    ("ID_LIKE=\"rhel centos fedora\"\nID=\"rocky\"\n", ["rocky", "rhel", "centos", "fedora"]),
    ("# a comment\nID='arch'", ["arch"]),
    ("NAME=x\n\n=\n", []),
    ("", []),
  ])
  func `its own name comes before those of what it is like`(text: String, names: [String]) {
    #expect(OperatingSystem.identifiers(in: text) == names)
  }
}
