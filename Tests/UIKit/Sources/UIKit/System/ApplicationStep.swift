/// A step between two of the application's states.
enum ApplicationStep {
  case willEnterForeground, didBecomeActive, willResignActive, didEnterBackground

  /// The first step on the way; `nil` if there is none.
  init?(from state: UIApplication.State, to target: UIApplication.State) {
    switch (state, target) {
    case (.background, .inactive), (.background, .active): self = .willEnterForeground
    case (.inactive, .active): self = .didBecomeActive
    case (.active, .inactive), (.active, .background): self = .willResignActive
    case (.inactive, .background): self = .didEnterBackground
    default: return nil
    }
  }

  /// The state after the step.
  var state: UIApplication.State {
    switch self {
    case .willEnterForeground, .willResignActive: .inactive
    case .didBecomeActive: .active
    case .didEnterBackground: .background
    }
  }

  var notification: Notification.Name {
    switch self {
    case .willEnterForeground: UIApplication.willEnterForegroundNotification
    case .didBecomeActive: UIApplication.didBecomeActiveNotification
    case .willResignActive: UIApplication.willResignActiveNotification
    case .didEnterBackground: UIApplication.didEnterBackgroundNotification
    }
  }

  @MainActor func call(_ delegate: any UIApplicationDelegate, of application: UIApplication) {
    switch self {
    case .willEnterForeground: delegate.applicationWillEnterForeground(application)
    case .didBecomeActive: delegate.applicationDidBecomeActive(application)
    case .willResignActive: delegate.applicationWillResignActive(application)
    case .didEnterBackground: delegate.applicationDidEnterBackground(application)
    }
  }
}
