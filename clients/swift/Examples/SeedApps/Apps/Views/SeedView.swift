#if canImport(SwiftUI)
  public import StatusdScreen
  public import SwiftUI

  /// The apps side by side, and the alert before them.
  public struct SeedView: View {
    private let model: SeedModel

    /// Of the apps.
    public init(model: SeedModel) {
      self.model = model
    }

    /// Three tabs.
    public var body: some View {
      TabView {
        FleetView(model: model.fleet).tabItem { Label("Fleet", systemImage: "map") }
        MenuView(model: model.menu).tabItem { Label("Menu", systemImage: "fork.knife") }
        TrackView(model: model.track).tabItem { Label("Location", systemImage: "location") }
      }
      .modifier(AlertBox(model: model.alert))
    }
  }

  /// The daemon's alert as the system's own, with the daemon's buttons.
  struct AlertBox: ViewModifier {
    @Bindable var model: AlertModel

    func body(content: Content) -> some View {
      content.alert(model.alert?.title ?? "", isPresented: $model.isPresented, presenting: model.alert) {
        alert in
        ForEach(alert.buttons) { button in
          Button(button.title, role: ButtonRole(button.role)) { model.choose(button.id) }
            .disabled(!button.isEnabled)
        }
      } message: { alert in
        Text(alert.message)
      }
    }
  }

  extension ButtonRole {
    init?(_ role: Role) {
      switch role {
      case .cancel: self = .cancel
      case .destructive: self = .destructive
      case .default: return nil
      }
    }
  }
#endif
