#if canImport(SwiftUI)
  internal import StatusdScreen
  internal import SwiftUI

  /// A failure in the place of a value, or beside it, with its buttons in the daemon's order.
  struct FailureView: View {
    let screen: Screen
    let box: ScreenBox

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        Label(box.title, systemImage: "exclamationmark.triangle").font(.headline)
        Text(box.message)
        if let countdown = box.countdown { Text("Wait \(countdown) s").monospacedDigit() }
        HStack {
          ForEach(box.buttons) { button in
            Button(role: ButtonRole(button.role)) {
              screen.press(.option(button, of: box))
            } label: {
              if button.running { ProgressView().controlSize(.small) }
              Text(button.title)
            }
            .disabled(!button.enabled)
          }
        }
      }
      .padding()
      .accessibilityElement(children: .contain)
    }
  }

  extension ButtonRole {
    init?(_ role: ScreenButtonRole) {
      switch role {
      case .cancel: self = .cancel
      case .destructive: self = .destructive
      default: return nil
      }
    }
  }
#endif
