#if os(iOS) || UIKIT_STAND_IN
import ModuleLifecycle
import UIKit

// What the compiler can't check.

extension CompositeApplicationDelegate {
  /// Hands over to the main actor what the notification center has passed. That is sound because the center uses none of it
  /// after the call, and neither does the caller.
  nonisolated func hand<Passed>(_ passed: Passed, to body: @escaping @MainActor @Sendable (Passed) -> Void) {
    nonisolated(unsafe) let passed = passed
    MainQueue.run { unsafe body(passed) }
  }

  /// The address of the code that a call of a method runs, also after an SDK has changed it for this object. It is only
  /// compared: nothing is read or called there.
  nonisolated func implementation(of selector: String) -> Int {
    unsafe Int(bitPattern: method(for: Selector(selector)))
  }

  /// The address of a method's code in this class. It is only compared.
  nonisolated static func implementation(of selector: String) -> Int {
    unsafe Int(bitPattern: instanceMethod(for: Selector(selector)))
  }
}
#endif
