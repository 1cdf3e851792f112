#if CommandLine
import ModuleLifecycle
import TerminalUI

/// All of one dispatch as it is read: it stays the same whatever is sent meanwhile.
///
/// Its text is made when it is opened, when the screen has another width, and when a warning comes, which may be about
/// it; not for each key. That costs some 3 µs a handler.
struct DispatchPage: Sendable, Equatable {
  let dispatch: DispatchEntry
  let detail: Detail

  init(_ dispatch: DispatchEntry, state: DashboardState) {
    self.dispatch = dispatch
    detail = Detail(dispatch: dispatch, state: state)
  }
}

extension DashboardState {
  /// Makes the text of the dispatch that is read anew.
  mutating func renewDispatchPage() {
    guard case .dispatch(let page, let scroll) = overlay else { return }
    overlay = .dispatch(DispatchPage(page.dispatch, state: self), scroll: scroll)
  }
}
#endif
