// The Swift on the page Comparing.md, which `ReadmeTests` compares with this.

import Foundation
import ModuleLifecycle
import RollcallRecordings

@MainActor func makeMeasuredComposite() -> CompositeDelegate {
  CompositeDelegate(name: "Storefront", measuring: .processor)
}

@MainActor func firstFrameIsShown(_ composite: CompositeDelegate) { composite.mark("first frame") }

@MainActor func recordLaunch(of composite: CompositeDelegate) throws {
  guard let path = ProcessInfo.processInfo.environment["ROLLCALL_RECORDING"] else { return }
  let recording = try composite.journal.record(to: path)
  composite.send(DidFinishLaunching())
  recording.stop()
  exit(0)
}
