#if canImport(SwiftUI)
  internal import StatusdScreen
  internal import SwiftUI

  /// A part by its phase and its shape, with its buttons below.
  struct PartView: View {
    @Bindable var model: PartModel

    var body: some View {
      VStack {
        switch model.phase {
        case .loading: ProgressView("Fetching …")
        case .content, .stale: content.opacity(model.phase == .stale ? 0.6 : 1)
        case .error: EmptyView()
        default: Text("Not here yet.")
        }
        if let box = model.part?.failure { FailureView(screen: model.screen, box: box) }
        Spacer()
        buttons
      }
      .padding()
    }

    @ViewBuilder private var content: some View {
      switch model.part?.content {
      case .fleet: FleetMap(model: model)
      case .menu(let sections): MenuList(sections: sections)
      case .value(let value): List(Outline.rows(of: value), children: \.children) { Text($0.title) }
      case nil: EmptyView()
      }
    }

    private var buttons: some View {
      HStack {
        if let polling = model.part?.polling {
          Toggle("Poll", isOn: $model.isPolling).disabled(!polling.enabled)
          Text(polling.next ?? "").monospacedDigit()
        }
        Button("Refresh", action: model.refresh).disabled(model.part?.refresh.enabled != true)
        Button("Stop", action: model.stop).disabled(model.part?.stop.enabled != true)
        if model.part?.spinner == true { ProgressView().controlSize(.small) }
        Text(model.part?.age ?? "").foregroundStyle(.secondary)
      }
    }
  }

  /// The items of a fleet where they are.
  struct FleetMap: View {
    let model: PartModel

    var body: some View {
      GeometryReader { area in
        if let projection = Projection(around: model.items.map(\.location)) {
          ForEach(model.items, id: \.key) { item in
            let point = projection.point(of: item.location)
            pin(item).position(x: point.x * area.size.width, y: point.y * area.size.height)
          }
        }
      }
      .padding(40)
    }

    private func pin(_ item: MapItem) -> some View {
      let isHighlighted = model.highlighted.contains(item.key)
      return Label(item.title, systemImage: symbols[item.kind] ?? "mappin")
        .foregroundStyle(isHighlighted ? Color.accentColor : Color.primary)
        .zIndex(isHighlighted ? 1 : 0)
        .help(item.label)
        .accessibilityLabel(item.label)
        .onHover { model.selection = $0 ? item.key : nil }
        .onTapGesture { model.selection = item.key }
    }

    private let symbols: [MapItemKind: String] = [
      .central: "building.2", .courier: "person.fill", .package: "shippingbox", .vehicle: "bicycle",
    ]
  }

  /// The sections of a menu, of which an empty one has none.
  struct MenuList: View {
    let sections: [MenuSection]

    var body: some View {
      List {
        if sections.isEmpty { Text("The kitchen has nothing today.") }
        ForEach(sections) { section in
          Section(section.category) {
            ForEach(section.items, id: \.self) { item in
              LabeledContent(item.spicy ? "\(item.name) 🌶" : item.name) {
                Text(item.price, format: .number.precision(.fractionLength(2)))
              }
            }
          }
        }
      }
    }
  }
#endif
