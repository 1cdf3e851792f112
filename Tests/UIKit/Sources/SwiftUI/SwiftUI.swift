// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import UIKit

@MainActor public protocol View {}

public struct Text: View {
  public init(_ text: String) {}
}

@MainActor public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
  public init(content: () -> Content) {}
}

@MainActor public protocol App {
  associatedtype Body: Scene
  @MainActor var body: Body { get }
  init()
}

/// Only compiled. The real one creates the delegate, and SwiftUI's own delegate forwards calls to it.
@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<Delegate: NSObject & UIApplicationDelegate> {
  public var wrappedValue: Delegate { preconditionFailure("There is no SwiftUI here.") }
  public init(_ type: Delegate.Type = Delegate.self) {}
}
