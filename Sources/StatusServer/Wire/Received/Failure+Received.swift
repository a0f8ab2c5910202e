package import Jansson
package import StatusCore

// What a client of a shared daemon reads. The daemon is of this version, as `auto` has it, or of one near to it: what
// is not understood is left out.

extension Failure {
  /// Reads a Failure, the `data` of every error.
  ///
  /// - Returns: nil for what is none, or is of a kind that this version does not know.
  package init?(received json: JSONValue?) {
    guard let json, let id = json["failureId"]?.string,
      let kind = json["kind"]?.string.flatMap({ FailureKind(rawValue: $0) })
    else { return nil }
    var problem = Problem(
      kind, detail: FailureDetail(received: json["detail"]),
      retryAfter: json["retry"]?["after"]?.number.map { .seconds($0) },
      explanation: json["failureReason"]?.string.map { .quoted($0) })
    let options = json["recoveryOptions"]?.elements.compactMap { RecoveryOption(received: $0) } ?? []
    var script = FailureScript()
    script.title = json["title"]?.string
    script.recoverySuggestion = json["recoverySuggestion"]?.string
    problem.script = script
    var context = FailureContext(
      operation: json["operation"]?.string.map { Operation($0) }, resource: ResourceID(received: json),
      presentation: json["presentation"]?.string.flatMap { Presentation(rawValue: $0) } ?? .inline,
      at: json["occurredAt"]?.string.flatMap { Timestamp(rfc3339: $0) } ?? Timestamp(millisecondsSince1970: 0)
    )
    context.previousFailureID = json["previousFailureId"]?.string.map { FailureID(rawValue: $0) }
    self.init(problem, id: FailureID(rawValue: id), in: context, offering: options)
  }
}

extension FailureDetail {
  /// What a person is shown of it.
  fileprivate init(received json: JSONValue?) {
    self.init()
    guard let json else { return }
    url = json["url"]?.string
    status = json["status"]?.integer
    path = json["path"]?.string
    reason = json["reason"]?.string
    key = json["key"]?.string
    suggestion = json["suggestion"]?.string
    expected = json["expected"]?.string
  }
}

extension RecoveryOption {
  fileprivate init?(received json: JSONValue) {
    guard let name = json["id"]?.string, let title = json["title"]?.string else { return nil }
    let prefix = RecoveryOptionID.customPrefix
    let custom =
      name.utf8.starts(with: prefix.utf8)
      ? RecoveryOptionID.custom(String(Substring(name.utf8.dropFirst(prefix.utf8.count)))) : nil
    guard let id = RecoveryOptionID.builtIn.first(where: { $0.rawValue == name }) ?? custom else {
      return nil
    }
    let role = json["role"]?.string.flatMap { Role(rawValue: $0) } ?? .default
    let performer = json["performedBy"]?.string.flatMap { Performer(rawValue: $0) } ?? .client
    self = RecoveryOption(id, title, role: role, by: performer)
      .leading(key: json["key"]?.string, path: json["path"]?.string, url: json["url"]?.string)
  }
}

extension ResourceID {
  /// Reads the members that name a resource: `resource` and, of an instance, `arguments`.
  package init?(received json: JSONValue) {
    guard let name = json["resource"]?.string else { return nil }
    let values = json["arguments"]?.members.compactMap { member in
      member.value.string.map { (member.name, $0) }
    }
    self.init(
      ResourceName(rawValue: name),
      values.map { ResourceArguments(Dictionary($0) { $1 }) })
  }
}
