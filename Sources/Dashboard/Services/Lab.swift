#if CommandLine
import TerminalUI

/// The delegate lab: which experiment is looked at, and what each has said.
struct Lab: Sendable, Equatable {
  /// What one experiment has said in its latest run.
  struct Page: Sendable, Equatable {
    var lines: [ExperimentLine] = []
    var isRunning = false
  }

  private(set) var selection = 0
  private(set) var pages: [String: Page] = [:]
  /// The first visible row of the page; `nil` follows its end.
  var scroll: Int? = 0

  mutating func select(_ index: Int, of experiments: [ExperimentDescription]) {
    selection = min(max(0, index), max(0, experiments.count - 1))
    scroll = 0
  }

  func chosen(of experiments: [ExperimentDescription]) -> ExperimentDescription? {
    experiments.indices.contains(selection) ? experiments[selection] : nil
  }

  /// Makes a blank page for a run, unless one is under way.
  ///
  /// - Returns: Whether the experiment is to be run.
  mutating func begin(_ id: String) -> Bool {
    guard pages[id]?.isRunning != true else { return false }
    pages[id] = Page(isRunning: true)
    scroll = 0
    return true
  }

  mutating func fold(_ progress: ExperimentProgress, of id: String) {
    switch progress {
    case .line(let line): pages[id, default: Page(isRunning: true)].lines.append(line)
    case .finished: pages[id, default: Page()].isRunning = false
    }
  }
}

extension DashboardState {
  /// What the chosen experiment has said; `nil` before it ran.
  var labPage: Lab.Page? { lab.chosen(of: offers.experiments).flatMap { lab.pages[$0.id] } }

  mutating func runChosenExperiment() -> [Effect] {
    guard let id = lab.chosen(of: offers.experiments)?.id, lab.begin(id) else { return [] }
    return [.run(experiment: id)]
  }

  mutating func chooseExperiment(by step: Int) {
    lab.select(lab.selection + step, of: offers.experiments)
  }

  mutating func scrollLab(_ key: Key) {
    let view = LabView(state: self)
    switch key {
    case .home, .character("g"): lab.scroll = 0
    case .end, .character("G"): lab.scroll = nil
    default:
      let first = view.firstRow + (key == .pageUp ? 1 - view.pageArea.height : view.pageArea.height - 1)
      // At the end the page is followed again.
      lab.scroll = first >= view.lastScroll ? nil : max(0, first)
    }
  }
}
#endif
