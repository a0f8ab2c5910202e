extension Failure {
  /// A failure that another process has recorded, with what it offers now.
  package init(
    _ problem: Problem, id: FailureID, in context: FailureContext, offering options: [RecoveryOption]
  ) {
    record = FailureRecord(problem, saying: nil, id: id, in: context, file: nil)
    self.options = options
  }
}
