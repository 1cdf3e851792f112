import Foundation
import ModuleLifecycle
import RollcallFoundation
import RollcallInspection

/// Rings once a second from launch until the module goes.
final class Bell: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout ModuleHandlers<Bell>) {
    handlers.on(DidFinishLaunching.self) { bell, _ in bell.owned.timer("ring", every: .seconds(1)) { print("ding") } }
  }
}

/// Opens the links of this app, and abstains for all others.
final class Links: Module {
  let owned = OwnedObjects()

  static func handlers(_ handlers: inout ModuleHandlers<Links>) {
    handlers.answer(OpenURL.self) { _, event in event.url.scheme == "bell" ? true : nil }
  }
}

let composite = CompositeDelegate(name: "Bells")
try composite.register("Links", role: .main) { Links() }
try composite.register("Bell") { Bell() }

composite.send(DidFinishLaunching())
composite.send(DidBecomeActive())

try composite.startInspector(allowing: .control)
print("Run 'rollcall attach' in another terminal. Control-C ends this program.")
RunLoop.main.run()
