#if CommandLine
import DelegateLab
import TerminalUI

/// The delegate lab: the selected experiment, and the output of each.
struct Lab: Sendable, Equatable {
  /// The output of an experiment's latest run.
  struct Page: Sendable, Equatable {
    var lines: [LabLine] = []
    var isRunning = true
  }

  private(set) var selection = 0
  private(set) var pages: [String: Page] = [:]
  /// The first visible row of the page; `nil` to follow its end.
  var scroll: Int? = 0

  mutating func select(_ index: Int, of experiments: [Experiment]) {
    selection = min(max(0, index), max(0, experiments.count - 1))
    scroll = 0
  }

  /// Clears the experiment's page for a run, unless one is under way.
  ///
  /// - Returns: Whether to run the experiment.
  mutating func begin(_ id: String) -> Bool {
    guard pages[id]?.isRunning != true else { return false }
    pages[id] = Page()
    scroll = 0
    return true
  }

  /// Adds an experiment's line, or records its end if the line is `nil`.
  mutating func fold(_ line: LabLine?, of id: String) {
    if let line { pages[id, default: Page()].lines.append(line) } else { pages[id]?.isRunning = false }
  }
}

extension DashboardState {
  var chosenExperiment: Experiment? {
    capabilities.experiments.indices.contains(lab.selection) ? capabilities.experiments[lab.selection] : nil
  }

  /// The selected experiment's output; `nil` before its first run.
  var labPage: Lab.Page? { chosenExperiment.flatMap { lab.pages[$0.id] } }

  mutating func runChosenExperiment() -> [Effect] {
    guard let id = chosenExperiment?.id, lab.begin(id) else { return [] }
    return [.run(experiment: id)]
  }

  mutating func scrollLab(_ key: Key) {
    let view = LabView(state: self)
    switch key {
    case .home, .character("g"): lab.scroll = 0
    case .end, .character("G"): lab.scroll = nil
    default:
      let first = view.firstRow + (key == .pageUp ? 1 - view.pageArea.height : view.pageArea.height - 1)
      // At the end, follow new lines again.
      lab.scroll = first >= view.lastScroll ? nil : max(0, first)
    }
  }
}
#endif
