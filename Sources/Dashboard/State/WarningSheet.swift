#if CommandLine
import ModuleLifecycle

/// The list of warnings, as it was when it was opened: rows do not move while they are read.
struct WarningSheet: Sendable, Equatable {
  let log: WarningLog
  /// The number of the selected warning; `nil` where there is none.
  private(set) var selection: Int?
  /// Whether the selected warning has the whole frame.
  var isReading = false
  /// How far its text is scrolled.
  var scroll = 0

  /// - Parameter selection: The warning to select, if it is kept; otherwise the newest one.
  init(_ log: WarningLog, selection: Int? = nil) {
    self.log = log
    let kept = selection.flatMap { log[$0] }?.number
    self.selection = kept ?? log.numbers.first
  }

  /// The selected warning.
  var selected: WarningLog.Item? { selection.flatMap { log[$0] } }

  /// Selects a warning of the list.
  mutating func select(_ number: Int) {
    selection = number
    scroll = 0
  }

  /// Goes so many warnings down or up.
  mutating func move(by step: Int) {
    let numbers = log.numbers
    guard let selection, let place = numbers.firstIndex(of: selection) else { return }
    self.selection = numbers[min(max(0, place + step), numbers.count - 1)]
    scroll = 0
  }
}
#endif
