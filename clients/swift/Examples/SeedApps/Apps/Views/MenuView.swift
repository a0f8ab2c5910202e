#if canImport(SwiftUI)
  internal import StatusdScreen
  internal import SwiftUI

  /// The menu, by its phase.
  struct MenuView: View {
    let model: MenuModel

    var body: some View {
      VStack {
        switch model.phase {
        case .blank: Text("The menu is not here yet.")
        case .loading: ProgressView("Fetching the menu …")
        case .error: EmptyView()
        case .content, .stale: sections
        }
        if let failure = model.screen?.failure { FailureView(failure: failure, choose: model.choose) }
        Spacer()
        HStack {
          Button("Refresh", action: model.refresh).disabled(model.screen?.canRefresh != true)
          Text(model.screen?.age ?? "").foregroundStyle(.secondary)
        }
      }
      .padding()
    }

    private var sections: some View {
      List {
        if model.isEmpty { Text("The kitchen has nothing today.") }
        ForEach(model.sections) { section in
          Section(section.category) {
            ForEach(section.items, id: \.self) { item in
              LabeledContent(item.spicy ? "\(item.name) 🌶" : item.name) {
                Text(item.price, format: .number.precision(.fractionLength(2)))
              }
            }
          }
        }
      }
      .opacity(model.phase == .stale ? 0.6 : 1)
    }
  }
#endif
