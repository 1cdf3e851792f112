#if CommandLine
import CursesTerminal
package import DelegateLab
import Foundation
public import ModuleLifecycle
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

    var mode: ColorMode {
      switch self {
      case .automatic: .automatic
      case .always: .always
      case .never: .never
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

/// How a dashboard ended.
public enum DashboardEnding: Sendable {
  /// The user quit, or all lines were obeyed and all went well.
  case quit
  /// Of the lines that another program gave, one made a handler throw, or a command that failed.
  case failed
  /// Of the lines that another program gave, one could not be understood, or asked for what there is not.
  case misunderstood

  init(_ ending: PlainProgram.Ending) {
    self =
      switch ending {
      case .done: .quit
      case .failed: .failed
      case .misunderstood: .misunderstood
      }
  }
}
#endif
