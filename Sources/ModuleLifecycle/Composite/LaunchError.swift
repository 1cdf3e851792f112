/// Why an asynchronous launch has ended before the application was launched.
public enum LaunchError: Error, Equatable, CustomStringConvertible {
  /// A module that the application can't do without threw.
  case failed(module: String, reason: String)
  /// The modules were let go of meanwhile.
  case interrupted
  /// Another launch has not ended yet.
  case underWay

  /// The reason, in one sentence.
  public var description: String {
    switch self {
    case .failed(let module, let reason): "The launch was aborted: \(module) is required and threw \"\(reason)\"."
    case .interrupted: "The launch was aborted: the modules were let go of meanwhile."
    case .underWay: "The application is being launched already. Wait for that launch to end."
    }
  }
}
