/// What an event's sender hands to handlers beside the event: the system's own objects, which can't be written down.
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
/// Handlers alone get them. They are in no journal, no recording and no inspector, and are let go of when the event is
/// over. An event that is fired from a dashboard, or that a late module catches up on, has none; so a handler has to do
/// without, or say that it can't.
public struct NativeValues: ExpressibleByArrayLiteral {
  private let values: [Any]

  /// Those values. Of two of one type, handlers find the first.
  public init(arrayLiteral values: Any...) { self.values = values }

  /// The first value that is of a type, in the order in which the sender gave them; `nil` when none is.
  ///
  /// The type may be a superclass of the value's, or a protocol: `native[(any NSCoding).self]`.
  public subscript<Value>(_ type: Value.Type) -> Value? {
    for value in values {
      if let value = value as? Value { return value }
    }
    return nil
  }
}
