extension Configuration {
  /// How `statusd watch` shows a resource, or the location: `watch.NAME`.
  ///
  /// Templates and rules are as they were written. They were judged when the configuration was read.
  package struct Watch: Hashable, Sendable {
    /// The name of a resource, or `location`.
    package let name: String
    /// `text`: a template for the text of a line.
    package var text: String?
    /// `class`: a template for the class.
    package var classTemplate: String?
    /// `classWhen`: rules for the class, of which the first that holds counts.
    package var classRules: [String] = []

    package init(name: String) {
      self.name = name
    }
  }
}
