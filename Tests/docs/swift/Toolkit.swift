// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// As much of SwiftUI's declarations as README.md of clients/swift uses, because Linux has none.
@_exported public import Observation

@MainActor
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("nothing is drawn") }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Text: View {
  public init(_ content: some StringProtocol) {}
  public var body: Never { fatalError("nothing is drawn") }
}

public struct Button: View {
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
  public var body: Never { fatalError("nothing is drawn") }
}

public struct ForEach<Data: RandomAccessCollection, Content: View>: View where Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
  public var body: Never { fatalError("nothing is drawn") }
}

public struct Binding<Value> {
  let get: () -> Value
  let set: (Value) -> Void
}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value: AnyObject> {
  public var wrappedValue: Value
  public var projectedValue: Self { self }

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  public subscript<Member>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding(get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
  }
}

extension View {
  public func alert<Presented>(
    _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Presented?,
    @ViewBuilder actions: (Presented) -> some View, @ViewBuilder message: (Presented) -> some View
  ) -> some View { self }

  public func disabled(_ isDisabled: Bool) -> some View { self }
}
