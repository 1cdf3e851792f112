#if CommandLine
import TerminalUI

extension DashboardState {
  /// What a key does in the delegate lab.
  mutating func pressInLab(_ key: Key) -> [Effect] {
    let experiments = source.experiments
    switch key {
    case .escape, .character("q"), .character("d"), .backspace: overlay = nil
    case .character("y"): return copy()
    case .up, .character("k"): lab.select(lab.selection - 1, of: experiments)
    case .down, .character("j"): lab.select(lab.selection + 1, of: experiments)
    case .pageUp: scrollLab(by: 1 - LabView(state: self).pageArea.height)
    case .pageDown: scrollLab(by: LabView(state: self).pageArea.height - 1)
    case .home, .character("g"): lab.scroll = 0
    case .end, .character("G"): lab.scroll = nil
    case .enter:
      if let id = lab.chosen(of: experiments)?.id, lab.begin(id) { return [.run(experiment: id)] }
    default: break
    }
    return []
  }

  private mutating func scrollLab(by rows: Int) {
    let view = LabView(state: self)
    let first = view.firstRow + rows
    // At the end the page is followed again.
    lab.scroll = first >= view.lastScroll ? nil : max(0, first)
  }
}
#endif
