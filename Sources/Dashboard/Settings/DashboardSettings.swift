#if CommandLine
package import Recordings
package import TerminalUI

/// What a user can set of a dashboard, for all applications. How each is written stands in `Setting.all`.
package struct DashboardSettings: Sendable, Equatable {
  /// What becomes of the styles that the views draw with.
  package var theme = Theme.terminal
  /// Whether to use colours.
  package var color = ColorChoice.automatic
  /// Which signs to draw with.
  package var glyphs = GlyphChoice.automatic
  /// Whether the mouse is the dashboard's from the start.
  package var usesMouse = true
  /// By what the modules are sorted at the start.
  var sort = SortKey.order
  /// The columns of the statistics, the most important one first.
  var columns = StatisticsColumn.byImportance
  /// The keys that commands were given.
  var keys = KeyMap()
  /// Over how many of the latest dispatches of an event the statistics go; `nil` for all that are kept.
  var window: Int?
  /// The warnings that are counted and not announced.
  package var allowed = AllowedWarnings()

  /// What is so where nothing is set.
  package init() {}
}

/// Whether to use colours.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// As many as the terminal has, none if the environment variable `NO_COLOR` is set and not empty.
  case automatic = "auto"
  /// As many as the terminal has.
  case always
  /// Attributes only.
  case never
}
#endif
