#if CommandLine
import Launches
import ModuleLifecycle

/// A dispatch that panes 1 and 2 show instead of the latest, and go on showing when others come or it is forgotten.
struct PinnedDispatch: Sendable, Equatable {
  /// Where it stands in the history.
  let place: Int
  /// How many events were fired up to it, itself included.
  let firedCount: Int
  let dispatch: DispatchEntry
  /// The launch that it belongs to.
  let launch: ApplicationLaunch?
}

extension DashboardState {
  /// The dispatch that panes 1 and 2 show: the latest one unless the user went back to another.
  var shownDispatch: DispatchEntry? { pinned?.dispatch ?? history.latest }

  /// The launch that the shown dispatch belongs to; see `launch(of:)`.
  var shownLaunch: ApplicationLaunch? { shownDispatch.flatMap(launch) }

  /// The launch that a dispatch belongs to, as it was when that was over; `nil` for all other dispatches.
  func launch(of dispatch: DispatchEntry) -> ApplicationLaunch? {
    pinned?.dispatch.id == dispatch.id ? pinned?.launch : history.launch(of: dispatch.id)
  }

  /// How many events were fired after the one that is shown.
  var eventsSinceShown: Int { pinned.map { max(0, history.firedCount - $0.firedCount) } ?? 0 }

  /// Whether the one that is shown has fallen out of the history since the user went back to it.
  var isShownForgotten: Bool { pinned.map { $0.place < history.forgottenCount } ?? false }

  /// How long the shown dispatch might take, in nanoseconds; `nil` where any time is all right.
  var shownBudget: UInt64? {
    guard let dispatch = shownDispatch, let nanoseconds = source.budgets.nanoseconds(for: dispatch.event) else {
      return nil
    }
    guard source.budgets.sharesLaunch, dispatch.event == DidFinishLaunching.name else { return nanoseconds }
    return nanoseconds - min(nanoseconds, history.launchTime(before: dispatch.id))
  }
}

extension Budgets {
  /// The budget of the event with that name in nanoseconds; `nil` where it may take any time.
  func nanoseconds(for event: String) -> UInt64? { self[event].map { UInt64(nanoseconds: $0) } }
}
#endif
