#if os(iOS) || UIKIT_STAND_IN
public import UIKit

/// Collects the objects that handlers of `continueUserActivity` restore the activity in, with and without scenes. With
/// scenes, also those of a module that gets the activity only once it has started.
///
/// ```swift
/// handlers.answer(ContinueUserActivity.self) { notes, event, system in
///   system.restoredObjects?.add(notes.editor)
///   return .continued
/// }
/// ```
@MainActor public final class RestoredObjects {
  /// All added objects, in the order in which they were added.
  public private(set) var all: [any UIUserActivityRestoring] = []
  /// The activity, once it is restored in objects as they come.
  private var activity: NSUserActivity?

  /// Adds an object to restore the activity in.
  public func add(_ object: any UIUserActivityRestoring) {
    all.append(object)
    if let activity { object.restoreUserActivityState(activity) }
  }

  /// Restores the activity in the objects, and in those that come later, as UIKit does it without scenes.
  func restore(_ activity: NSUserActivity) {
    self.activity = activity
    for object in all { object.restoreUserActivityState(activity) }
  }
}

/// Takes a scene configuration object from a handler of `configurationForConnecting`. It takes precedence over
/// configurations that modules describe by their votes.
@MainActor public final class OfferedConfiguration {
  /// The first configuration that was offered; `nil` if there is none.
  public private(set) var configuration: UISceneConfiguration?

  /// Offers a configuration. Does nothing if one was already offered.
  public func offer(_ configuration: UISceneConfiguration) {
    if self.configuration == nil { self.configuration = configuration }
  }
}
#endif
