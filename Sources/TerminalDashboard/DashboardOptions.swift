#if CommandLine
package import DelegateLab
import Foundation
import ModuleLifecycle
public import Recordings

/// What a dashboard may use of the terminal.
public struct DashboardOptions: Sendable {
  /// Whether to use colours.
  public enum Color: String, Sendable, CaseIterable {
    /// As many as the terminal has, none if the environment variable `NO_COLOR` is set and not empty.
    case automatic
    /// As many as the terminal has.
    case always
    /// Attributes only.
    case never

    /// Whether the user wants colours.
    var isWanted: Bool {
      switch self {
      case .always: true
      case .never: false
      case .automatic: ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
      }
    }
  }

  /// Begins the line that is printed after a crash.
  public var programName: String
  /// Whether to use colours.
  public var color: Color
  /// Whether to draw with ASCII in any locale; otherwise that is so where the locale has no other signs.
  public var isASCIIOnly: Bool
  /// Whether the mouse selects, scrolls and presses keys from the start; otherwise it selects text, as the terminal has
  /// it. The user switches that with `m`.
  public var usesMouse: Bool
  /// Whether to take lines and say lines, in place of keys and a screen; `nil` where that is so without a terminal, and
  /// on one of the type `dumb`.
  public var isPlain: Bool?
  /// A recording that is under way already. The dashboard shows it and can stop it; when the dashboard ends, it goes on,
  /// unless the process ends with the dashboard.
  public var recording: Recording?
  /// The warnings that are counted, and neither shown nor announced.
  public var allowedWarnings = AllowedWarnings()
  /// How the delegate lab runs the cases that would end the process; without it, it says how to see them.
  package var labCases: ChildCases?

  /// Options; by default what the terminal and its user prefer.
  ///
  /// - Parameters:
  ///   - programName: Begins the line that is printed after a crash; by default the process's name.
  ///   - color: Whether to use colours.
  ///   - isASCIIOnly: Whether to draw with ASCII in any locale.
  ///   - usesMouse: Whether the mouse is the dashboard's from the start.
  public init(
    programName: String? = nil, color: Color = .automatic, isASCIIOnly: Bool = false, usesMouse: Bool = true
  ) {
    self.programName = programName ?? ProcessInfo.processInfo.processName
    self.color = color
    self.isASCIIOnly = isASCIIOnly
    self.usesMouse = usesMouse
  }
}

/// Why there is no dashboard: the terminal can't be used. Nothing on it was changed.
public struct DashboardError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and what can be done about it.
  public let description: String
}
#endif
