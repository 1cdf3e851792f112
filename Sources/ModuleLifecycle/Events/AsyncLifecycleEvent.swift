/// An event that handlers can keep working on after they return, such as a background fetch.
///
/// The system waits for a completion, but only for a while. Every such event therefore has a deadline. When it passes,
/// the event completes with the votes that have arrived.
///
/// A handler that throws abstains, whether it throws before or after it returns. An event whose `transition` expects
/// it only before launch is a launch. When a required module throws there, the launch is aborted once all modules have
/// answered, and the response is `false` if it is a `Bool`.
public protocol AsyncLifecycleEvent: LifecycleEvent {
  /// The time that handlers have, counted from the first call. After it, the event completes with the votes that have
  /// arrived.
  static var deadline: Duration { get }
}

extension AsyncLifecycleEvent {
  /// 30 seconds, about what iOS allows for background work.
  public static var deadline: Duration { .seconds(30) }
}
