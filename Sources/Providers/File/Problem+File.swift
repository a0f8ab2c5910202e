package import StatusCore

extension Problem {
  /// What is wrong with a file that may have so many bytes, as the end of a sentence that begins with its name.
  package func fault(ofFileUpTo limit: Int) -> String {
    switch kind {
    case .fileNotFound: "does not exist"
    case .missingData: "is empty"
    case .bodyTooLarge: "is longer than \(limit) bytes"
    case .fileUnreadable where detail.reason == "notRegular": "is no regular file"
    default: "cannot be read\(explanation.map { ". \($0)" } ?? "; check its permissions")"
    }
  }
}
