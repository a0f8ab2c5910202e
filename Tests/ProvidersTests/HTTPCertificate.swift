import TestSupport

/// Certificates for servers on 127.0.0.1, each with another fault, and the authority that signed them.
///
/// They were made once, with fixed dates and with keys that protect nothing: the authority's was thrown away.
/// One key serves them all.
enum HTTPCertificate: String, CaseIterable {
  /// From 2020 to 2120, as all are but those two that are named for their dates.
  case valid
  /// Until 2021.
  case expired
  /// From 2119.
  case notYetValid
  /// For other.example.
  case otherHost
  /// Signed by its own key.
  case selfSigned

  var server: NginxServer.Certificate { NginxServer.Certificate(chain: chain, key: Self.key) }

  /// The authority that signed all but the last.
  static let authority = """
    -----BEGIN CERTIFICATE-----
    MIIBUjCB+aADAgECAgEBMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDXN0YXR1c2Qg
    dGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBgxFjAUBgNV
    BAMMDXN0YXR1c2QgdGVzdHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASI1Fl7
    ksy5gZguuyoQlpl8cAf4Cta36QKytQONT5XCvE/lb1hSVKCg/GVWQevWIgXUZsWA
    J3YjdGGQP6td2+TLozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRgvdcn
    Gy3hULDrNpZ5++dqSd3pkTAKBggqhkjOPQQDAgNIADBFAiEAlViLtlD+cQZzjRMk
    16cB3i5LYMCWYckzCvi9MU5A5N0CICnAbinnYYIYLsIrG28lDhuue/DosSsax5pn
    CZzfu/cy
    -----END CERTIFICATE-----
    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgO3CSOxk1PPPwTl02
    Ylg3AQEAgOJhtDOJeGIes29YmA6hRANCAAS42KSEvE1VZNnfhhSfOR+uVvF37ATE
    Pgj8V8rclkl06D1iW82B26e3SBy/G8aRGgVNyP6SOPVbDLhKmLWzZ0ZV
    -----END PRIVATE KEY-----
    """

  private var chain: String {
    switch self {
    case .valid:
      """
      -----BEGIN CERTIFICATE-----
      MIIBbTCCAROgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1zdGF0dXNk
      IHRlc3RzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjARMQ8wDQYD
      VQQDDAZzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS42KSEvE1VZNnf
      hhSfOR+uVvF37ATEPgj8V8rclkl06D1iW82B26e3SBy/G8aRGgVNyP6SOPVbDLhK
      mLWzZ0ZVo1MwUTAPBgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBTcAodOVWvXvwBP
      D/+IJmczQNx14DAfBgNVHSMEGDAWgBRgvdcnGy3hULDrNpZ5++dqSd3pkTAKBggq
      hkjOPQQDAgNIADBFAiEArNYG/T/Oek4Oq+dXbiRDF1jouYkm5jOWF2lujd6BXv8C
      IDOYiTN8IJu/smaAKw7dseWqnJoGeJKKx9LuJULhfk4X
      -----END CERTIFICATE-----
      """
    case .expired:
      """
      -----BEGIN CERTIFICATE-----
      MIIBajCCARGgAwIBAgIBAzAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1zdGF0dXNk
      IHRlc3RzMB4XDTIwMDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowETEPMA0GA1UE
      AwwGc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEuNikhLxNVWTZ34YU
      nzkfrlbxd+wExD4I/FfK3JZJdOg9YlvNgdunt0gcvxvGkRoFTcj+kjj1Wwy4Spi1
      s2dGVaNTMFEwDwYDVR0RBAgwBocEfwAAATAdBgNVHQ4EFgQU3AKHTlVr178ATw//
      iCZnM0DcdeAwHwYDVR0jBBgwFoAUYL3XJxst4VCw6zaWefvnaknd6ZEwCgYIKoZI
      zj0EAwIDRwAwRAIgN6ifK0/HvISb/Pi6017aRYmko1iaRL2Rvy87iDc/rNgCIFk7
      EqJUiWyBwigZN9fXBK2EMIkebRLB6dVRHupqXE4S
      -----END CERTIFICATE-----
      """
    case .notYetValid:
      """
      -----BEGIN CERTIFICATE-----
      MIIBbzCCARWgAwIBAgIBBDAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1zdGF0dXNk
      IHRlc3RzMCIYDzIxMTkwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBExDzAN
      BgNVBAMMBnNlcnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLjYpIS8TVVk
      2d+GFJ85H65W8XfsBMQ+CPxXytyWSXToPWJbzYHbp7dIHL8bxpEaBU3I/pI49VsM
      uEqYtbNnRlWjUzBRMA8GA1UdEQQIMAaHBH8AAAEwHQYDVR0OBBYEFNwCh05Va9e/
      AE8P/4gmZzNA3HXgMB8GA1UdIwQYMBaAFGC91ycbLeFQsOs2lnn752pJ3emRMAoG
      CCqGSM49BAMCA0gAMEUCIEkMgX3ZviS6aVhV3Bw99oNAYvDa0LEQOfagaRanlFR5
      AiEAnhkULe9snNdpRniih3HaexcDcGCsFhuzL/QsLvfkiVs=
      -----END CERTIFICATE-----
      """
    case .otherHost:
      """
      -----BEGIN CERTIFICATE-----
      MIIBdTCCARygAwIBAgIBBTAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1zdGF0dXNk
      IHRlc3RzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjARMQ8wDQYD
      VQQDDAZzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAS42KSEvE1VZNnf
      hhSfOR+uVvF37ATEPgj8V8rclkl06D1iW82B26e3SBy/G8aRGgVNyP6SOPVbDLhK
      mLWzZ0ZVo1wwWjAYBgNVHREEETAPgg1vdGhlci5leGFtcGxlMB0GA1UdDgQWBBTc
      AodOVWvXvwBPD/+IJmczQNx14DAfBgNVHSMEGDAWgBRgvdcnGy3hULDrNpZ5++dq
      Sd3pkTAKBggqhkjOPQQDAgNHADBEAiAA2z+/xiqr1EGY/XPYQHVLUJidElZWySgU
      stk0NOD8egIgdHSQWPo7jj4JsZU8YAwuiuZVxM+iqXQLzURvVlGbkTQ=
      -----END CERTIFICATE-----
      """
    case .selfSigned:
      """
      -----BEGIN CERTIFICATE-----
      MIIBQzCB66ADAgECAgEGMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBnNlcnZlcjAg
      Fw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowETEPMA0GA1UEAwwGc2Vy
      dmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEuNikhLxNVWTZ34YUnzkfrlbx
      d+wExD4I/FfK3JZJdOg9YlvNgdunt0gcvxvGkRoFTcj+kjj1Wwy4Spi1s2dGVaMy
      MDAwDwYDVR0RBAgwBocEfwAAATAdBgNVHQ4EFgQU3AKHTlVr178ATw//iCZnM0Dc
      deAwCgYIKoZIzj0EAwIDRwAwRAIgdsfxyyELs6eKaNgGXDW+uKM5Mut3OfmCt9st
      5j3UutoCIA3G4+yGzBfEGfxFHPGa6bXPiPpBasZAOWiKyYLJcXsa
      -----END CERTIFICATE-----
      """
    }
  }
}
