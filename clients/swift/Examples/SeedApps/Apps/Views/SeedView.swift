#if canImport(SwiftUI)
  public import StatusdScreen
  public import SwiftUI

  /// Everything that is configured side by side, and what stands before it.
  public struct SeedView: View {
    @Bindable private var model: SeedModel

    /// Of the apps.
    public init(model: SeedModel) {
      self.model = model
    }

    /// A tab for each resource, and one for the location.
    public var body: some View {
      TabView {
        ForEach(model.parts, id: \.name) { part in
          PartView(model: part).tabItem { Label(part.name, systemImage: part.symbol) }
        }
        ForEach(model.families, id: \.family) { family in
          FamilyView(model: family).tabItem { Label(family.family.resource, systemImage: "square.stack") }
        }
        TrackView(model: model.track).tabItem { Label("Location", systemImage: "location") }
      }
      .safeAreaInset(edge: .bottom) {
        if let notice = model.screen.notice { Text(notice).padding() }
      }
      .modifier(AlertBox(screen: model.screen))
      .alert("The app is asked for", isPresented: isAsked, presenting: model.request) { _ in
        Button("Done") {}
      } message: { request in
        Text(request.option.title)
      }
    }

    private var isAsked: Binding<Bool> {
      Binding(get: { model.request != nil }, set: { if !$0 { model.request = nil } })
    }
  }

  /// The alert of a screen as the system's own, with the daemon's buttons, and its help.
  struct AlertBox: ViewModifier {
    @Bindable var screen: Screen

    func body(content: Content) -> some View {
      content.alert(
        screen.alert?.title ?? "", isPresented: $screen.isAlertPresented, presenting: screen.alert
      ) { box in
        ForEach(box.buttons) { button in
          Button(button.title, role: ButtonRole(button.role)) { screen.press(.option(button, of: box)) }
            .disabled(!button.enabled)
        }
      } message: { box in
        Text(box.message)
      }
      .sheet(isPresented: isHelping) {
        ScrollView { Text(LocalizedStringKey(screen.help?.markdown ?? "")).padding() }
        Button("Close") { screen.press(.closeHelp) }.padding()
      }
    }

    private var isHelping: Binding<Bool> {
      Binding(get: { screen.help != nil }, set: { if !$0 { screen.press(.closeHelp) } })
    }
  }

  extension PartModel {
    fileprivate var symbol: String {
      switch part?.shape {
      case .fleet: "map"
      case .menu: "fork.knife"
      default: "curlybraces"
      }
    }
  }
#endif
