import Foundation
import Glibc

/// Certificates for servers on 127.0.0.1, each with another fault, and the authority that signed them.
///
/// They are made by OpenSSL's own tool when the first is asked for, with keys that exist in memory alone
/// afterwards. One key serves them all.
package enum TestCertificate: String, CaseIterable, Sendable {
  case valid
  /// Ends three days and an hour after it was made.
  case endingSoon
  case expired
  case notYetValid
  /// For other.example.
  case otherHost
  /// Signed by its own key.
  case selfSigned

  /// With its key.
  package func server() throws -> NginxServer.Certificate {
    let made = try Self.made.get()
    return NginxServer.Certificate(chain: made[rawValue] ?? "", key: made["key"] ?? "")
  }

  /// The authority that signed all but the last, in PEM.
  package static func authority() throws -> String { try made.get()["authority"] ?? "" }

  /// PEM texts by name; made once.
  private static let made = Result { try make() }

  private static func make() throws -> [String: String] {
    let directory = FileManager.default.temporaryDirectory.appending(path: "statusd-tls-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try run(script, in: directory.path)
    let names = ["key", "authority"] + allCases.map(\.rawValue)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try String(contentsOf: directory.appending(path: "\($0).pem"), encoding: .utf8))
      })
  }

  private static func run(_ script: String, in directory: String) throws {
    var actions = try SpawnActions()
    defer { actions.destroy() }
    let shell = try actions.spawn("/bin/sh", ["-c", script, "sh", directory])
    var status: CInt = 0
    while unsafe waitpid(shell, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw DaemonError("openssl could not make certificates") }
  }

  /// `openssl x509` cannot make a certificate of the past, `openssl ca` can.
  private static let script = """
    set -e
    cd "$1"
    exec 2>openssl.log
    for key in authority-key key; do openssl ecparam -name prime256v1 -genkey -noout -out $key.pem; done
    openssl req -x509 -new -key authority-key.pem -subj "/CN=statusd tests" -days 3650 -out authority.pem
    openssl req -new -key key.pem -subj /CN=server -out request.pem
    cat >ca.conf <<END
    [ca]
    default_ca = tests
    [tests]
    database = index.txt
    new_certs_dir = .
    certificate = authority.pem
    private_key = authority-key.pem
    default_md = sha256
    rand_serial = yes
    unique_subject = no
    policy = any
    [any]
    commonName = supplied
    [here]
    subjectAltName = IP:127.0.0.1
    [elsewhere]
    subjectAltName = DNS:other.example
    END
    : >index.txt
    sign() {
      openssl ca -batch -notext -config ca.conf -in request.pem -out $1.pem -extensions $2 -startdate $3 -enddate $4
    }
    sign valid here 20200101000000Z 21190101000000Z
    sign endingSoon here 20200101000000Z "$(date -u -d '73 hours' +%Y%m%d%H%M%SZ)"
    sign expired here 20200101000000Z 20210101000000Z
    sign notYetValid here 21180101000000Z 21190101000000Z
    sign otherHost elsewhere 20200101000000Z 21190101000000Z
    openssl req -x509 -key key.pem -subj /CN=server -addext subjectAltName=IP:127.0.0.1 -days 3650 \\
      -out selfSigned.pem
    """
}
