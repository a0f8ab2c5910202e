/// What statusd takes from the computer it runs on when it first needs it.
package enum SystemPart: Hashable, Sendable {
  case curl, sqlite, certificates
}

/// A family of Linux distributions, which agree on the names of packages.
package enum Distribution: Hashable, Sendable, CaseIterable {
  case debian, fedora, suse, arch, alpine

  /// - Parameter identifiers: `ID` of os-release(5), then those of `ID_LIKE`.
  package init?(identifiers: [String]) {
    for identifier in identifiers {
      switch identifier {
      case "debian", "ubuntu": self = .debian
      case "fedora", "rhel", "centos": self = .fedora
      case "suse", "opensuse", "sles": self = .suse
      case "arch": self = .arch
      case "alpine": self = .alpine
      default: continue
      }
      return
    }
    return nil
  }

  /// The package that has it, with the distribution in front: `Debian's package libcurl4`.
  fileprivate func package(of part: SystemPart) -> String {
    let (name, curl, sqlite, certificates) =
      switch self {
      case .debian: ("Debian's", "libcurl4", "libsqlite3-0", "ca-certificates")
      case .fedora: ("Fedora's", "libcurl", "sqlite-libs", "ca-certificates")
      case .suse: ("SUSE's", "libcurl4", "libsqlite3-0", "ca-certificates-mozilla")
      case .arch: ("Arch's", "curl", "sqlite", "ca-certificates")
      case .alpine: ("Alpine's", "libcurl", "sqlite-libs", "ca-certificates")
      }
    return switch part {
    case .curl: "\(name) package \(curl)"
    case .sqlite: "\(name) package \(sqlite)"
    case .certificates: "\(name) package \(certificates)"
    }
  }
}

extension SystemPart {
  /// What to install where the part is missing, as the end of a sentence.
  ///
  /// - Parameter distribution: Nil for one whose packages nobody here knows.
  package func toInstall(on distribution: Distribution?) -> String {
    if let distribution { return distribution.package(of: self) }
    return switch self {
    case .curl: "libcurl 7.87 or later (libcurl.so.4)"
    case .sqlite: "SQLite 3 (libsqlite3.so.0)"
    case .certificates: "the package with the certificates of authorities, mostly called ca-certificates"
    }
  }
}
