#if CommandLine
import TerminalUI

extension DashboardState {
  /// What a key does in the help.
  mutating func pressInHelp(_ key: Key, scroll: Int) -> [Effect] {
    switch key {
    case .right, .tab: turnHelp(by: 1)
    case .left, .backTab: turnHelp(by: -1)
    case .character("?"), .function(1): overlay = nil
    default: return pressReading(key, scroll: scroll) { .help(scroll: $0) }
    }
    return []
  }

  /// Goes to another page; after the last comes the first.
  private mutating func turnHelp(by step: Int) {
    let pages = HelpTopic.pages(isReplay: playback != nil)
    let index = pages.firstIndex(of: helpTopic) ?? 0
    showHelp(pages[(index + step + pages.count) % pages.count])
  }

  mutating func showHelp(_ topic: HelpTopic) {
    helpTopic = topic
    overlay = .help(scroll: 0)
  }
}
#endif
