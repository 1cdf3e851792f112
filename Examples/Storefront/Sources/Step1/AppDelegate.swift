import ModuleLifecycle
import RollcallUIKit
import UIKit

final class AppDelegate: CompositeApplicationDelegate {
  override class func makeComposite() throws -> CompositeDelegate {
    let composite = CompositeDelegate(name: "Storefront")
    try composite.register("Legacy", role: .main) { LegacyDelegate() }
    return composite
  }

  /// The old delegate, for code that uses its properties.
  var legacy: LegacyDelegate? { composite.module(LegacyDelegate.self) }

  /// UIKit and third-party SDKs look for the window here.
  override var window: UIWindow? {
    get { legacy?.window }
    set { legacy?.window = newValue }
  }
}
