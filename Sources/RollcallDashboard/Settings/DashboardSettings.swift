#if CommandLine
package import RollcallRecordings
package import RollcallTerminalUI

/// The user's settings of the dashboard, for all applications. `Setting.all` defines how each is written.
package struct DashboardSettings: Sendable, Equatable {
  /// How the screen looks.
  package var theme = Theme.terminal
  /// Whether to use colours.
  package var color = ColorChoice.automatic
  /// Which glyphs to draw with.
  package var glyphs = GlyphChoice.automatic
  /// Whether the dashboard uses the mouse from the start.
  package var usesMouse = true
  /// The initial sort key of the modules.
  var sort = SortKey.order
  /// The columns of the statistics, most important first.
  var columns = StatisticsColumn.byImportance
  /// How many of an event's latest dispatches the statistics cover; `nil` for all kept ones.
  var window: Int?
  /// The warnings to count but not announce.
  package var allowed = AllowedWarnings()

  /// Creates the default settings.
  package init() {}
}

/// Whether to use colours.
public enum ColorChoice: String, Sendable, CaseIterable {
  /// As many colours as the terminal has; none if the environment variable `NO_COLOR` is set and not empty.
  case automatic = "auto"
  /// As many colours as the terminal has.
  case always
  /// No colours, only attributes such as bold.
  case never
}
#endif
