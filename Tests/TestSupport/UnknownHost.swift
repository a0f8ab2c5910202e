/// A host that has no address, and that no name server is asked for: a label has at most 63 octets (RFC 1035 section
/// 2.3.4), so the answer is the same on every machine.
package let unknownHost = String(repeating: "a", count: 64) + ".invalid"
