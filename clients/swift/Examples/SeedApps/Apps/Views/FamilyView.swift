#if canImport(SwiftUI)
  internal import StatusdScreen
  internal import SwiftUI

  /// Fields for the arguments of a parameterised resource, and the instance that they name.
  struct FamilyView: View {
    @Bindable var model: FamilyModel
    @State private var problem: String?

    var body: some View {
      VStack {
        HStack {
          ForEach(model.family.parameters, id: \.self) { name in
            TextField(name, text: Binding($model.arguments[name], replacingNilWith: ""))
          }
          Button("Open", action: open)
        }
        if let problem { Text(problem).foregroundStyle(.red) }
        if let instance = model.instance {
          PartView(model: instance).modifier(AlertBox(screen: instance.screen))
        }
        Spacer()
      }
      .padding()
      .onSubmit(open)
    }

    private func open() {
      Task {
        do {
          try await model.open()
          problem = nil
        } catch {
          problem = error.localizedDescription
        }
      }
    }
  }

  extension Binding where Value: Sendable {
    fileprivate init(_ source: Binding<Value?>, replacingNilWith value: Value) {
      self.init(get: { source.wrappedValue ?? value }, set: { source.wrappedValue = $0 })
    }
  }
#endif
