import Reactor

/// Where the authorities stand whose certificates are trusted: a file of all of them, a directory with a file for each,
/// or both.
struct TrustStore: Hashable, Sendable {
  /// Who names it.
  enum Origin: Hashable, Sendable {
    /// `SSL_CERT_FILE` and `SSL_CERT_DIR`, as for curl.
    case environment
    /// Whoever built libcurl, which uses it by itself.
    case library
    /// Nobody: the part of it that is there, or a place where some distribution has it.
    case search
  }

  var file: String?
  /// Named by hashes, as c_rehash(1) does; several with `:` between them.
  var folder: String?
  var origin: Origin

  static let variables = (file: "SSL_CERT_FILE", folder: "SSL_CERT_DIR")

  /// Debian and Arch; Fedora, before and now; SUSE; Alpine.
  private static let files = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
  ]
  private static let folders = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}

extension TrustStore {
  /// The store of this process; nil where there is none.
  ///
  /// - Parameters:
  ///   - variable: A variable of the environment; one that is empty counts as not set.
  ///   - library: Those that libcurl was built with.
  ///   - isThere: Whether a path can be read.
  static func find(
    variable: (String) -> String?, library: (file: String?, folder: String?), isThere: (String) -> Bool
  ) -> TrustStore? {
    let named = (variable(variables.file), variable(variables.folder))
    if let store = TrustStore(named.0, named.1, .environment) { return store }
    let own = (library.file.filter(isThere), library.folder.filter(isThere))
    // A file that is missing would fail each transfer.
    if let store = TrustStore(own.0, own.1, own == library ? .library : .search) { return store }
    return TrustStore(files.first(where: isThere), folders.first(where: isThere), .search)
  }

  private init?(_ file: String?, _ folder: String?, _ origin: Origin) {
    (self.file, self.folder, self.origin) = (file, folder, origin)
    guard file != nil || folder != nil else { return nil }
  }
}

extension TrustStore {
  static func isThere(_ path: String) -> Bool {
    FileKind.isReadableFile(path) || FileKind.isFilledFolder(path)
  }

  /// The variable that names something unusable; nil if there is none.
  ///
  /// OpenSSL would open whatever the path names, and wait for the writer of a pipe or for the end of a device.
  var unusable: String? {
    guard origin == .environment else { return nil }
    if let file, !FileKind.isReadableFile(file) { return Self.variables.file }
    guard let folder else { return nil }
    let folders = folder.utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
    return folders.contains(where: FileKind.isFolder) ? nil : Self.variables.folder
  }
}

extension TrustStore: CustomStringConvertible {
  /// What `statusd doctor` says of it.
  var description: String {
    let places = [file, folder].compactMap(\.self).joined(separator: " and ")
    guard origin == .environment else { return places }
    let names = [file.map { _ in Self.variables.file }, folder.map { _ in Self.variables.folder }]
    return "\(places) (\(names.compactMap(\.self).joined(separator: ", ")))"
  }
}

extension String? {
  fileprivate func filter(_ isWanted: (String) -> Bool) -> String? { flatMap { isWanted($0) ? $0 : nil } }
}
