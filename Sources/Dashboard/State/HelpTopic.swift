#if CommandLine
/// The pages of the help.
enum HelpTopic: String, Sendable, CaseIterable {
  case panes = "Panes"
  case firing = "Firing"
  case replay = "Replay"
  case modules = "Modules"
  case timings = "Timings"
  case ownership = "Ownership"
  case warnings = "Warnings"
  case reading = "Reading"

  /// Those for an application that is live, or for a recording, in order.
  static func pages(isReplay: Bool) -> [HelpTopic] { allCases.filter { $0 != (isReplay ? .firing : .replay) } }
}
#endif
