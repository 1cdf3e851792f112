/// The pages of the help.
enum HelpTopic: String, Sendable, CaseIterable {
  case panes = "Panes"
  case firing = "Firing"
  case modules = "Modules"
  case timings = "Timings"
  case ownership = "Ownership"
  case warnings = "Warnings"
  case reading = "Reading"
}
