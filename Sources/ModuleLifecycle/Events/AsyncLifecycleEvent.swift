/// An event that its handlers may go on with after they have returned, such as a fetch in the background.
///
/// The system waits for a completion, and gives up after a while. So every such event has a deadline: when it has
/// passed, the event is completed with the votes that have arrived.
///
/// A handler that throws abstains, whenever it does so. An event that is expected before launch only, as its
/// `transition` says, is a launch: when a required module throws there, the launch is aborted as soon as all have
/// answered, and the response is `false` where it is a `Bool`.
public protocol AsyncLifecycleEvent: LifecycleEvent {
  /// How long handlers may take, from the first call on, before the event is completed with what has arrived.
  static var deadline: Duration { get }
}

extension AsyncLifecycleEvent {
  /// Half a minute, which is about what iOS gives work in the background.
  public static var deadline: Duration { .seconds(30) }
}
