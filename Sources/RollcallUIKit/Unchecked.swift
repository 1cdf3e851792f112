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

  /// The address of a method's code in this class. It is only compared.
  nonisolated static func implementation(of selector: String) -> Int {
    unsafe Int(bitPattern: instanceMethod(for: Selector(selector)))
  }
}

extension UIResponder {
  /// The address of the code that a call of a method runs, also after an SDK has changed it for this object. It is only
  /// compared: nothing is read or called there.
  nonisolated func implementation(of selector: String) -> Int {
    unsafe Int(bitPattern: method(for: Selector(selector)))
  }
}

/// Where code comes from.
struct CodeOrigin {
  /// The path of the image that contains it.
  let image: String
  /// The symbol that begins there; `nil` in an application without symbols.
  let symbol: String?

  /// Asks the dynamic linker, which knows the address or doesn't, and reads nothing there. It keeps the names as long as the
  /// image is loaded; they are copied at once.
  init?(of code: Int) {
    var info = unsafe Dl_info()
    guard let address = unsafe UnsafeMutableRawPointer(bitPattern: code), unsafe dladdr(address, &info) != 0 else {
      return nil
    }
    // If it begins elsewhere, the symbol is the nearest one before the code.
    let names = unsafe (info.dli_fname.map(String.init(cString:)), info.dli_sname.map(String.init(cString:)))
    guard let image = names.0 else { return nil }
    (self.image, symbol) = unsafe (image, info.dli_saddr == address ? names.1 : nil)
  }

  /// The symbol, if there is one, and the image's file.
  var names: [String] { [symbol].compactMap(\.self) + [image.split(separator: "/").last.map(String.init) ?? image] }
}
#endif
