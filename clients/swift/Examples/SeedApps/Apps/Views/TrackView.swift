#if canImport(SwiftUI)
  internal import StatusdScreen
  internal import SwiftUI

  /// Where the daemon's machine has been.
  struct TrackView: View {
    @Bindable var model: TrackModel

    var body: some View {
      VStack {
        Canvas { context, size in
          guard let projection = Projection(around: model.track.map(Coordinate.init)) else { return }
          let points = model.track.map { place in
            let point = projection.point(of: Coordinate(place))
            return CGPoint(x: point.x * size.width, y: point.y * size.height)
          }
          context.stroke(Path { $0.addLines(points) }, with: .color(.accentColor), lineWidth: 2)
        }
        .accessibilityLabel("\(model.track.count) places")
        if let box = model.place?.failure { FailureView(screen: model.screen, box: box) }
        HStack {
          Toggle("Follow", isOn: $model.isOn)
          if let place = model.place?.coordinate {
            Text("\(place.latitude), \(place.longitude)").monospacedDigit()
          }
          Text(model.place?.age ?? "").foregroundStyle(.secondary)
          Button("Clear", action: model.clear).disabled(model.track.isEmpty)
        }
      }
      .padding()
    }
  }
#endif
