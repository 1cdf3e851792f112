/// An event that its handlers may go on with after they have returned, such as a fetch in the background.
///
/// The system waits for a completion, and gives up after a while. So every such event has a deadline: when it has
/// passed, the event is completed with the votes that have arrived.
public protocol AsyncLifecycleEvent: LifecycleEvent {
  /// How long handlers may take, from the first call on, before the event is completed with what has arrived.
  static var deadline: Duration { get }
}

extension AsyncLifecycleEvent {
  /// Half a minute, which is about what iOS gives work in the background.
  public static var deadline: Duration { .seconds(30) }
}
