/// A program that links one product more than the one before.
enum LinkedProgram: String, CaseIterable {
  case nothing = "Nothing"
  case core = "ModuleLifecycle"
  case recordings = "RollcallRecordings"
  case inspection = "RollcallInspection"
  case forwarding = "RollcallUIKit"

  /// What the table says that the program links.
  var title: String {
    switch self {
    case .nothing: "a program that prints one line"
    case .core: "`ModuleLifecycle`"
    case .recordings, .inspection: "`ModuleLifecycle` and `\(rawValue)`"
    case .forwarding: "`ModuleLifecycle` and `\(rawValue)`, with stand-ins for UIKit"
    }
  }

  /// What the program's bytes are compared with.
  var base: LinkedProgram? {
    switch self {
    case .nothing: nil
    case .core: .nothing
    case .recordings, .inspection, .forwarding: .core
    }
  }

  /// The most kilobytes that it may add to its base.
  var bound: Double? {
    switch self {
    case .nothing: nil
    case .core: 2_300
    case .recordings: 750
    case .inspection: 1_600
    case .forwarding: 360
    }
  }

  /// Its main.swift. The program uses what it links: a linker leaves out what nothing refers to.
  var source: String {
    switch self {
    case .nothing: "print(\"ready\")\n"
    case .core: Self.launch("")
    case .recordings:
      Self.launch("try composite.journal.record(to: \"a.rollcall\").stop()", import: "RollcallRecordings")
    case .inspection: Self.launch("try composite.startInspector(name: \"App\")", import: "RollcallInspection")
    case .forwarding: Self.forwardingSource
    }
  }

  private static let module = """
    final class Session: Module {
      let owned = OwnedObjects()
      static func handlers(_ handlers: inout ModuleHandlers<Session>) {
        handlers.answer(DidFinishLaunching.self) { _, _ in true }
      }
    }

    """

  private static func launch(_ more: String, import product: String? = nil) -> String {
    """
    import ModuleLifecycle
    \(product.map { "import \($0)" } ?? "")

    \(module)
    let composite = CompositeDelegate(name: "App")
    try composite.register("Session", role: .main) { Session() }
    \(more)
    print(composite.send(DidFinishLaunching()))

    """
  }

  private static let forwardingSource = """
    import ModuleLifecycle
    import UIKit
    import RollcallUIKit

    \(module)
    final class Delegate: CompositeApplicationDelegate {
      override class func makeComposite() throws -> CompositeDelegate {
        let composite = CompositeDelegate(name: "App")
        try composite.register("Session", role: .main) { Session() }
        return composite
      }
    }

    print(Delegate().application(.shared, didFinishLaunchingWithOptions: nil))

    """
}
