#if canImport(SwiftUI)
  internal import struct StatusdPresenter.MapItem
  internal import StatusdScreen
  internal import SwiftUI

  /// The map of the fleet, its switch and its button.
  struct FleetView: View {
    @Bindable var model: FleetModel

    var body: some View {
      VStack {
        map.opacity(model.screen?.phase == .stale ? 0.6 : 1)
        HStack {
          Toggle("Poll", isOn: $model.isPolling).disabled(model.screen?.polling?.isEnabled != true)
          Text(model.nextPoll ?? "").monospacedDigit()
          Button("Refresh", action: model.refresh).disabled(model.screen?.canRefresh != true)
          Button("Stop", action: model.stop).disabled(model.screen?.canStop != true)
          if model.screen?.isSpinning == true { ProgressView().controlSize(.small) }
          Text(model.screen?.age ?? "").foregroundStyle(.secondary)
        }
      }
      .padding()
    }

    private var map: some View {
      GeometryReader { area in
        if let projection = Projection(around: model.items.map(\.location)) {
          ForEach(model.items) { item in
            let point = projection.point(of: item.location)
            pin(item).position(x: point.x * area.size.width, y: point.y * area.size.height)
          }
        }
      }
      .padding(40)
    }

    private func pin(_ item: MapItem) -> some View {
      let isHighlighted = model.highlighted.contains(item.id)
      return Label(item.title, systemImage: item.kind.symbol)
        .foregroundStyle(isHighlighted ? Color.accentColor : Color.primary)
        .zIndex(isHighlighted ? 1 : 0)
        .help(item.label)
        .accessibilityLabel(item.label)
        .onHover { model.selection = $0 ? item.id : nil }
        .onTapGesture { model.selection = item.id }
    }
  }

  extension MapItem.Kind {
    fileprivate var symbol: String {
      switch self {
      case .central: "building.2"
      case .courier: "person.fill"
      case .package: "shippingbox"
      case .vehicle: "bicycle"
      }
    }
  }
#endif
