#if CommandLine
import Foundation
import RollcallFoundation
import ModuleLifecycle
import RollcallStartupTasks

/// Sets up third-party code at launch: here a crash reporter and an analytics uploader.
final class ThirdParties: Module {
  private struct Report: Codable {
    var application = "Storefront"
    var breadcrumbs: [String] = []
  }

  private let owned = OwnedObjects()
  private var report = Report()
  private var waiting: [String] = []

  static func handlers(_ handlers: inout ModuleHandlers<ThirdParties>) {
    handlers.answer(DidFinishLaunching.self) { module, _ in
      try StartupCommands {
        StartupCommand("crash report") { try module.configureCrashReports() }
        StartupCommand("analytics") { module.configureAnalytics() }
      }.run()
      return true
    }
    handlers.on(DidReceiveMemoryWarning.self) { module, _ in module.leaveBreadcrumb("memory warning") }
    handlers.on(DidEnterBackground.self) { module, _ in module.leaveBreadcrumb("background") }
  }

  /// Writes the crash report to a file in advance, because nothing can be encoded while the program crashes.
  private func configureCrashReports() throws {
    let url = ScratchFile.path("crash-report.json")
    try JSONEncoder().encode(report).write(to: url, options: .atomic)
    owned.own(url, "crash reports", as: .registration) { try? FileManager.default.removeItem(at: $0) }
  }

  /// Uploads collected data regularly. Each iteration takes a new reference, so the loop does not retain the module.
  private func configureAnalytics() {
    owned.task("analytics") { [weak self] in
      while (try? await Task.sleep(for: .seconds(5))) != nil { await self?.upload() }
    }
  }

  private func leaveBreadcrumb(_ text: String) {
    report.breadcrumbs = report.breadcrumbs.suffix(99) + [text]
    waiting.append(text)
  }

  private func upload() { waiting = [] }
}
#endif
