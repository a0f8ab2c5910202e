public import Foundation

/// The program is no statusd, or one of another protocol: what came is no message of the contract.
public struct NotStatusd: Error, Sendable {
  /// What is wrong, in a sentence.
  public let reason: String
  /// The beginning of what came.
  public let excerpt: String

  init(_ reason: String, _ text: some Collection<UInt8> = []) {
    self.reason = reason
    excerpt = String(decoding: text.prefix(200), as: UTF8.self)
  }

  static func message(_ text: Data) -> NotStatusd {
    NotStatusd("This program is no statusd: it wrote no message of its protocol", text)
  }

  /// Of a response that fails its own call alone: the daemon goes on.
  static func error(_ text: Data) -> NotStatusd {
    NotStatusd("The daemon responded with an error that this client cannot read", text)
  }

  static func tooLong(_ limit: Int, _ text: Data) -> NotStatusd {
    NotStatusd("statusd wrote a message of more than \(limit) bytes", text)
  }

  static func header(_ text: Data) -> NotStatusd {
    NotStatusd("This program is no statusd: it wrote no header", text)
  }
}

extension NotStatusd: LocalizedError, CustomStringConvertible {
  /// The reason, and the beginning of what came.
  public var description: String { excerpt.isEmpty ? "\(reason)." : "\(reason): \(excerpt)" }
  /// The same.
  public var errorDescription: String? { description }
}
