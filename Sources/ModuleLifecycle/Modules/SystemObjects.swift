/// The system's own objects, which a sender passes to handlers alongside an event. They can't be encoded.
///
/// ```swift
/// composite.send(SceneWillConnect(scene: id), with: [windowScene, options])
///
/// handlers.on(SceneWillConnect.self) { scene, _, native in
///   guard let windowScene = native[UIWindowScene.self] else { return }  // fired from a dashboard
///   scene.makeWindow(in: windowScene)
/// }
/// ```
///
/// Only handlers receive them. They are in no journal, recording or inspector, and are released when the event is
/// over. An event that is fired from a dashboard, or replayed for a late module, has none. A handler must therefore
/// work without them, or report that it can't.
public struct SystemObjects: ExpressibleByArrayLiteral {
  private let values: [Any]

  /// Creates a list of values. If two have the same type, handlers find the first.
  public init(arrayLiteral values: Any...) { self.values = values }

  /// The first value of a type, in the order in which the sender passed them. `nil` when there is none.
  ///
  /// The type can be a superclass of the value's type, or a protocol: `native[(any NSCoding).self]`.
  public subscript<Value>(_ type: Value.Type) -> Value? {
    for value in values {
      if let value = value as? Value { return value }
    }
    return nil
  }
}
