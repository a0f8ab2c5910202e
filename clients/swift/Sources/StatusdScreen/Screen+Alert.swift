extension Screen {
  /// Whether a toolkit is to show the alert, for its binding: `.alert(title, isPresented: $screen.isAlertPresented)`.
  ///
  /// A toolkit sets it to false whenever the alert closes, before the action of the button that was pressed or after it.
  /// So the daemon's `dismiss` follows at the end of this turn of the main actor: behind an option it does nothing, and
  /// without one it cancels.
  public var isAlertPresented: Bool {
    get { alert != nil && alert?.failureId != closedAlert }
    set {
      guard !newValue, let closing = alert?.failureId, closing != closedAlert else { return }
      closedAlert = closing
      Task { press(.dismiss(closing)) }
    }
  }
}
