#if os(iOS) || UIKIT_STAND_IN
import Foundation
import ModuleLifecycle
import UIKit
import UserNotifications

/// Looks for what keeps calls of the system from the modules. Each finding is one warning in the journal.
@MainActor final class SystemChecks {
  private let composite: CompositeDelegate
  /// The selectors that UIKit did not see when the application's delegate was made.
  private let unheard: Set<String>
  /// Where the application's delegate implemented its methods when it was made, by selector.
  private let methods: [String: Int]
  /// SwiftUI's own delegate, and where it implemented them at launch.
  private weak var adaptor: UIResponder?
  private var adaptorsMethods: [String: Int] = [:]
  private var reported: Set<String> = []

  init(_ composite: CompositeDelegate, unheard: Set<String>, methods: [String: Int]) {
    (self.composite, self.unheard, self.methods) = (composite, unheard, methods)
  }

  /// Whether the application has adopted scenes, in `Info.plist` or by a module or a delegate that configures them.
  private(set) lazy var hasScenes: Bool = {
    let manifest = Self.infoDictionary?["UIApplicationSceneManifest"] as? [String: Any]
    let delegates = manifest.map { manifest in
      let roles = manifest["UISceneConfigurations"] as? [String: [[String: Any]]] ?? [:]
      return roles.values.joined().map { $0["UISceneDelegateClassName"] as? String }
    }
    return SceneAdoption(
      delegates: delegates,
      delegateConfigures: composite.handles(ConfigurationForConnecting.self) || Self.isConfiguredBySwiftUI
        || !unheard.contains(ApplicationMethod.selectors[ConfigurationForConnecting.name] ?? "")
    ).isAdopted
  }()

  /// Whether the application's delegate is SwiftUI's, which configures the scenes.
  private static var isConfiguredBySwiftUI: Bool {
    guard let delegate = UIApplication.shared.delegate as? UIResponder, !(delegate is CompositeApplicationDelegate),
      let selector = ApplicationMethod.selectors[ConfigurationForConnecting.name]
    else { return false }
    return delegate.responds(to: Selector(selector))
  }

  /// The application's `Info.plist`. The stand-in for UIKit has it, because the program that runs the tests has none.
  private static var infoDictionary: [String: Any]? {
    #if UIKIT_STAND_IN
    UIApplication.shared.infoDictionary
    #else
    Bundle.main.infoDictionary
    #endif
  }

  /// Looks at what has to be so at launch.
  func checkLaunch(of delegate: CompositeApplicationDelegate) {
    if !hasScenes { warn(.scenesNotAdopted, "") { _ in } }
    if let other = UIApplication.shared.delegate as? UIResponder, !(other is CompositeApplicationDelegate) {
      adaptor = other
      for selector in methods.keys { adaptorsMethods[selector] = other.implementation(of: selector) }
    }
    checkMethods(of: delegate)
  }

  /// Looks, once the launch of an application with scenes is over, whether UIKit has launched it in the background, and
  /// whether the modules hear of its scenes.
  ///
  /// With scenes, `applicationState` is `background` at every launch, until a scene has entered the foreground. Assumed: at a
  /// start in the foreground, UIKit connects the scene in the same turn of the main queue.
  func lookAfterLaunch(_ application: UIApplication) {
    Task {
      if application.applicationState == .background { composite.noteLaunchInBackground() }
      let hasWindow = application.connectedScenes.contains { $0.session.role == .windowApplication }
      if hasWindow, !composite.hasHeardOfScenes { warn(.scenesUnheard, "") { _ in } }
    }
  }

  /// Looks again at what can change after the launch. Called whenever the application or a scene becomes active.
  func checkActivation(of delegate: CompositeApplicationDelegate) {
    let center = UNUserNotificationCenter.current().delegate
    let isMeant =
      composite.handles(UserNotificationWillPresent.self) || composite.handles(UserNotificationDidReceive.self)
    if isMeant, center !== delegate {
      let other = center.map { String(describing: type(of: $0)) }
      warn(.notificationsElsewhere, other ?? "") { $0.objects = other.map { [$0] } ?? [] }
    }
    if hasScenes, let window = delegate.window, window.windowScene == nil, !window.isHidden {
      warn(.windowWithoutScene, "") { _ in }
    }
    for (event, selector) in ApplicationMethod.hiddenSelectors.sorted(by: { $0.key < $1.key })
    where unheard.contains(selector) && !delegate.responds(to: Selector(selector))
      && composite.modules.contains(where: { $0.handles.contains(event) })
    {
      warn(.handlerUnannounced, event) { $0.event = event }
    }
    checkMethods(of: delegate)
  }

  /// Looks for methods that other code has added or exchanged since the delegate was made: they run in place of those that
  /// send the events, and of the app's own. With SwiftUI's adaptor, UIKit calls SwiftUI's delegate: its methods count since the
  /// launch.
  private func checkMethods(of delegate: CompositeApplicationDelegate) {
    for (event, selector) in ApplicationMethod.selectors.sorted(by: { $0.key < $1.key }) {
      let asked: [(UIResponder, [String: Int])] =
        [(delegate, methods)] + (adaptor.map { [($0, adaptorsMethods)] } ?? [])
      for (object, known) in asked {
        let code = object.implementation(of: selector)
        guard code != known[selector] else { continue }
        warn(.methodExchanged, event) { ($0.event, $0.objects) = (event, CodeOrigin(of: code)?.names ?? []) }
      }
    }
  }

  /// Compares the application's state, which follows from its scenes, with UIKit's. UIKit moves its own only after it has
  /// called the scene's delegate, so that this waits for the next turn of the main queue.
  func compareState(after event: String, of application: UIApplication) {
    #if DEBUG
    Task {
      // Another display or a car's screen counts for UIKit, and not for the modules.
      let others = application.connectedScenes.filter { $0.session.role != .windowApplication }
      guard composite.state != .terminated, others.allSatisfy({ $0.activationState == .background }) else { return }
      let known: ApplicationState =
        switch application.applicationState {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        @unknown default: composite.state
        }
      if composite.state != known { warn(.stateDiffers, event) { ($0.event, $0.state) = (event, known) } }
    }
    #endif
  }

  private func warn(_ kind: WarningEntry.Kind, _ subject: String, _ fill: (inout WarningEntry) -> Void) {
    if reported.insert("\(kind) \(subject)").inserted { composite.journal.warn(kind, fill) }
  }
}

extension CompositeDelegate {
  fileprivate func handles<Event: LifecycleEvent>(_ event: Event.Type) -> Bool {
    modules.contains { $0.handles.contains(event.name) }
  }
}
#endif
