import Reactor
import StatusCore
import Text

/// A header whose value names files: `Bearer ${file:/run/secrets/token}`.
///
/// They are read anew for each request: a token may be missing at the start, and be exchanged at any time.
package struct HeaderTemplate: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package enum Part: Hashable, Sendable {
    case text(String)
    /// The path of a file.
    case file(String)
  }

  package let name: String
  package let parts: [Part]
  /// The header when the configuration was read, which shows later whether a file has changed; nil without the files.
  package let present: HTTPHeader?

  package init(name: String, parts: [Part]) {
    (self.name, self.parts) = (name, parts)
    present = try? Self.header(name, parts)
  }

  package var description: String { "\(name): ***" }
  package var customMirror: Mirror { Mirror(self, children: ["name": name]) }

  /// What distinguishes it from another; an exchanged token is that of the same caller.
  package var identityFields: [String] {
    [name]
      + parts.map {
        switch $0 {
        case .text(let text): text
        case .file(let path): "file:\(path)"
        }
      }
  }

  /// The header with what the files hold now.
  package func header() throws(SecretFileFault) -> HTTPHeader { try Self.header(name, parts) }

  private static func header(_ name: String, _ parts: [Part]) throws(SecretFileFault) -> HTTPHeader {
    var value = ""
    for part in parts {
      switch part {
      case .text(let text): value += text
      case .file(let path):
        let contents = try SecretFile.contents(path)
        guard HTTPHeader.canHold(contents) else {
          throw SecretFileFault(path, "holds a line end within or another control character")
        }
        value += contents
        guard value.utf8.count <= HTTPHeader.longestValue else {
          throw SecretFileFault(path, "makes its value longer than \(HTTPHeader.longestValue) bytes")
        }
      }
    }
    return HTTPHeader(name: name, value: value)
  }
}

extension HTTPOptions {
  /// The options of one attempt: with the headers that name files as these are now.
  ///
  /// - Throws: `sourceMisconfigured` for a file that cannot be used.
  func readingFiles() throws(Problem) -> HTTPOptions {
    guard !fileHeaders.isEmpty else { return self }
    var options = self
    for template in fileHeaders {
      do throws(SecretFileFault) {
        options.headers.append(try template.header())
      } catch {
        throw Problem(error, in: template.name)
      }
    }
    options.fileHeaders = []
    return options
  }
}

extension Problem {
  fileprivate init(_ fault: SecretFileFault, in header: String) {
    self.init(
      .sourceMisconfigured, explanation: .file(.header(header.excerpt, need: fault.need())))
    detail.reason = "headers"
    detail.path = WorkingDirectory.absolute(fault.path)
  }
}
