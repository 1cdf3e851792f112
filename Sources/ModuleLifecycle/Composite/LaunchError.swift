/// Why an asynchronous launch ended before the application was launched.
public enum LaunchError: Error, Equatable, CustomStringConvertible {
  /// A required module threw. `reason` is its error as text.
  case failed(module: String, reason: String)
  /// The modules were removed during the launch, by a teardown or shutdown.
  case interrupted
  /// Another launch has not ended yet.
  case underWay

  /// The reason in one or two sentences.
  public var description: String {
    switch self {
    case .failed(let module, let reason): "The launch was aborted: \(module) is required and threw \"\(reason)\"."
    case .interrupted: "The launch was aborted: the modules were removed meanwhile."
    case .underWay: "The application is being launched already. Wait for that launch to end."
    }
  }
}
