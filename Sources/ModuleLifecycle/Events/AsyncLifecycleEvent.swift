/// An event whose handlers may answer after they have returned.
///
/// The response is there when the last handler has answered, or when the deadline has passed: then it is made of the
/// answers that have come.
public protocol AsyncLifecycleEvent: LifecycleEvent {
  /// How long the handlers may take, all together, before the event is completed with what has come.
  static var deadline: Duration { get }
}

extension AsyncLifecycleEvent {
  /// 30 seconds, about what the system allows an application in the background.
  public static var deadline: Duration { .seconds(30) }
}
