import Providers
import StatusCore
import Text

extension FileLayer {
  /// What the table `statuses` says; each entry that is wrong is a mistake of its own.
  ///
  /// - Parameter key: The key of the table.
  mutating func statuses(_ members: [GivenValue.Member], at key: String) -> StatusTable {
    var table = StatusTable()
    for member in members {
      guard let statuses = StatusTable.Statuses(member.name) else {
        add(
          key,
          "has a status “\(member.name.excerpt)”; a status must be a number between 200 and 599, or a class such as 4xx"
        )
        continue
      }
      let key = "\(key).\(statuses.name)"
      do throws(UnfitValue) {
        table.set(statuses, try Self.meaning(member.value))
        origins.append((key, .file(file.path, line: member.line)))
      } catch {
        add(key, error)
      }
    }
    return table
  }

  private static func meaning(_ given: GivenValue) throws(UnfitValue) -> StatusTable.Meaning {
    let words = StatusTable.Meaning.words.map(\.name)
    let expectation = "must be \(words.joined(separator: ", ")) or a kind of failure (docs/failures.md)"
    guard case .string(let text) = given else {
      throw UnfitValue(expectation: expectation, got: given.kind)
    }
    guard let meaning = StatusTable.Meaning(text) else {
      let nearest = text.nearest(in: words + FailureKind.allCases.map(\.rawValue))
      let advice = nearest.map { "; did you mean \($0)?" } ?? ""
      throw UnfitValue(expectation: expectation + ", got “\(text.excerpt)”" + advice)
    }
    return meaning
  }
}
