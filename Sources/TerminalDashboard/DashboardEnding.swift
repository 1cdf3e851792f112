#if CommandLine
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
