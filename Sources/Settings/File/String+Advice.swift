import Text

extension String {
  /// The rest of a sentence about a name that is none of these: the nearest, or some of them.
  ///
  /// Of very many none is looked for, which would take too long, and only the first are listed.
  func advice(among known: [String]) -> String {
    if known.count <= 500, let nearest = nearest(in: known) { return "did you mean \(nearest)?" }
    let listed = known.prefix(20)
    let more = known.count > listed.count ? " and \(known.count - listed.count) more" : ""
    return "known there are \(listed.joined(separator: ", "))\(more)"
  }
}
