#if os(iOS) || UIKIT_STAND_IN
public import UIKit

/// Where handlers of `continueUserActivity` put the objects that the activity is to be restored in, for the system's
/// restoration handler.
///
/// ```swift
/// handlers.answer(ContinueUserActivity.self) { notes, event, native in
///   native[RestoredObjects.self]?.add(notes.editor)
///   return .continued
/// }
/// ```
@MainActor public final class RestoredObjects {
  /// All of them, in the order in which they came.
  public private(set) var all: [any UIUserActivityRestoring] = []

  /// Adds one.
  public func add(_ object: any UIUserActivityRestoring) { all.append(object) }
}

/// Where a handler of `configurationForConnecting` puts a scene configuration as an object. It goes before those that
/// modules describe by their votes.
@MainActor public final class OfferedConfiguration {
  /// The one that was offered first.
  public private(set) var configuration: UISceneConfiguration?

  /// Offers one; nothing when one has been offered.
  public func offer(_ configuration: UISceneConfiguration) {
    if self.configuration == nil { self.configuration = configuration }
  }
}
#endif
