#if CommandLine
import RollcallReports
import RollcallLaunches
import ModuleLifecycle
import RollcallTerminalUI

/// A detail in the whole frame.
struct DetailPage: TextLayer {
  /// The shown dispatch, if the page is about one whole dispatch.
  var dispatch: DispatchEntry?
  /// The text, if it stays the same while the selection changes; `nil` for the selection's.
  var kept: Detail?
  var reading = Reading()

  static let commands =
    UserCommand.reading + [
      UserCommand(
        "E", bar: { $0.explainableLaunch == nil ? nil : ("explain the launch", 1) },
        refusal: { state in
          guard state.explainableLaunch == nil else { return nil }
          return state[DetailPage.self]?.dispatch == nil ? "" : "This event is not the latest launch."
        },
        view: { state, _ in state.openExplanation() }),
      .close("back", 0, also: UserCommand.leavingKeys + [.enter, .character("z")]),
      UserCommand(also: [.character("?"), .function(1)], view: { state, _ in state.open(HelpPage()) }),
    ]

  func text(in state: DashboardState) -> Detail {
    var text = copied(in: state) ?? Detail(title: "Nothing is selected")
    if dispatch != nil { text.selected = state.selectedModule }
    return text
  }

  func copied(in state: DashboardState) -> Detail? { kept ?? Detail(of: state) }
}

extension DashboardState {
  /// The latest launch, if the open page is about one of its dispatches.
  fileprivate var explainableLaunch: ApplicationLaunch? {
    guard let dispatch = self[DetailPage.self]?.dispatch, let launch = application.latestLaunch, launch.isComplete,
      launch.step(of: dispatch.id) != nil
    else { return nil }
    return launch
  }

  /// Opens what the latest launch consisted of.
  mutating func openExplanation() {
    guard let explanation = application.explanation else { return }
    open(DetailPage(kept: Detail(explanation, width: size.width - 4)))
  }

  /// Opens the detail of the selection. In the timings pane, that is the whole shown dispatch, and its text stays the
  /// same while other events are sent.
  mutating func openDetail() {
    if focus == .timings, let dispatch = shownDispatch {
      open(DetailPage(dispatch: dispatch, kept: Detail(dispatch: dispatch, state: self)))
    } else if Detail(of: self) != nil {
      open(DetailPage())
    }
  }
}
#endif
