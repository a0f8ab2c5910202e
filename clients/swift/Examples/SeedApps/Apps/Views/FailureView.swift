#if canImport(SwiftUI)
  internal import StatusdScreen
  internal import SwiftUI

  /// A failure in the place of a value, or beside it, with its buttons in the daemon's order.
  struct FailureView: View {
    let failure: FailureScreen
    let choose: (RecoveryOptionID) -> Void

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        Label(failure.title, systemImage: "exclamationmark.triangle").font(.headline)
        Text(failure.message)
        if let countdown = failure.countdown { Text("Wait \(countdown) s").monospacedDigit() }
        HStack {
          ForEach(failure.buttons) { button in
            Button(role: ButtonRole(button.role)) {
              choose(button.id)
            } label: {
              if button.isRunning { ProgressView().controlSize(.small) }
              Text(button.title)
            }
            .disabled(!button.isEnabled)
          }
        }
      }
      .padding()
      .accessibilityElement(children: .contain)
    }
  }
#endif
