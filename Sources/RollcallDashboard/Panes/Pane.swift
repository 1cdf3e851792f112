#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI

extension DashboardState {
  /// A pane. A new one takes a case and a row here, a file with its content, and a command that opens it. Raw values are
  /// the panes' numbers on the screen.
  enum Pane: Int, Sendable, CaseIterable {
    case order = 1
    case timings
    case cleanup
    case log

    var content: any PaneContent.Type {
      switch self {
      case .order: OrderPane.self
      case .timings: TimingsPane.self
      case .cleanup: CleanupPane.self
      case .log: LogPane.self
      }
    }

    /// The panes that are side by side. The others are hidden until the user opens one.
    static let columns: [Pane] = [.order, .timings, .cleanup]
    var isColumn: Bool { Self.columns.contains(self) }
    /// Whether the pane's rows are modules.
    var listsModules: Bool { content is any ModulePane.Type }
  }

  /// The columns and, if there is one, the pane that the user opened.
  var shownPanes: [Pane] { Pane.columns + [openedPane].compactMap(\.self) }
}

/// What a pane shows.
protocol PaneContent {
  /// The rows that can be selected.
  static func rows(in state: DashboardState) -> any PaneRows
  static func shortTitle(for state: DashboardState) -> String
  /// The title, as detailed as fits.
  static func title(for state: DashboardState, room: Int) -> String
  /// Whether the title has the filter instead, if there is one.
  static var namesFilter: Bool { get }
  /// Whether a total follows the rows.
  static var hasFoot: Bool { get }
  /// The detail of the selected row; by default, of the selected module.
  static func detail(in state: DashboardState) -> Detail?
  /// Why there is nothing to fold; `nil` if there is.
  static func foldProblem(in state: DashboardState) -> String?
  /// Folds or unfolds what the selected row is about.
  static func toggleFold(in state: inout DashboardState)

  init(state: DashboardState, width: Int)
  /// The table, for so many columns of the screen.
  var table: Table { get }
  /// How the selected row stands out; by default the whole row, in the focused pane.
  func emphasis(isFocused: Bool) -> ListView.Emphasis
  /// The blank columns before each line.
  var margin: Int { get }
}

/// A pane whose rows are modules. All of them show the same rows.
protocol ModulePane: PaneContent {}

extension PaneContent {
  static func title(for state: DashboardState, room: Int) -> String { shortTitle(for: state) }
  static var namesFilter: Bool { true }
  static var hasFoot: Bool { true }
  static func detail(in state: DashboardState) -> Detail? { state.selected.map { Detail(module: $0, state: state) } }
  static func foldProblem(in state: DashboardState) -> String? { "Nothing in this pane can be folded." }
  static func toggleFold(in state: inout DashboardState) {}

  func emphasis(isFocused: Bool) -> ListView.Emphasis { isFocused ? .row : .none }
  var margin: Int { 1 }
}

extension ModulePane {
  static func rows(in state: DashboardState) -> any PaneRows { state.moduleRows }

  static func foldProblem(in state: DashboardState) -> String? {
    state.foldable == nil ? "\(state.selected?.name ?? "The selection") is in no nested composite." : nil
  }

  static func toggleFold(in state: inout DashboardState) {
    guard let composite = state.foldable?.id, state.foldedComposites.remove(composite) == nil else { return }
    state.foldedComposites.insert(composite)
    state.selectedModule = composite
  }
}

extension DashboardState {
  /// The nested composite to fold: the selected module, or the composite that contains it.
  fileprivate var foldable: ModuleList.Row? {
    guard let selected else { return nil }
    return application.modules.isComposite(selected) ? selected : selected.parent.flatMap { application.modules[$0] }
  }
}
#endif
