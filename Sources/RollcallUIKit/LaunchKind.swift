#if os(iOS) || UIKIT_STAND_IN
import Foundation

#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// What a process is for that creates the application's delegate.
enum LaunchKind: Equatable {
  case application
  /// Xcode shows a view.
  case preview
  /// The application hosts unit tests. The application that UI tests start is an ordinary one.
  case unitTests

  /// This process.
  static var ofThisProcess: LaunchKind {
    #if canImport(ObjectiveC)
    let hasXCTest = objc_lookUpClass("XCTestCase") != nil
    #else
    let hasXCTest = false
    #endif
    return LaunchKind(
      ProcessInfo.processInfo.environment, hasXCTest: hasXCTest,
      isApplication: Bundle.main.bundleURL.pathExtension == "app")
  }

  /// - Parameters:
  ///   - hasXCTest: Whether XCTest is loaded. Xcode 26.3 does not always pass its variables to a host of tests:
  ///     https://github.com/manaflow-ai/cmux/pull/9217.
  ///   - isApplication: Whether the program is an application. Tests without a host make the delegate themselves.
  init(_ environment: [String: String], hasXCTest: Bool, isApplication: Bool) {
    let isTested =
      isApplication
      && (hasXCTest || ["XCTestConfigurationFilePath", "XCTestBundlePath"].contains { environment[$0] != nil })
    self =
      environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" ? .preview : isTested ? .unitTests : .application
  }

  /// Why the delegate creates no modules; `nil` if it creates them.
  var reasonAgainstModules: String? {
    switch self {
    case .application: nil
    case .preview: "this process shows a preview"
    case .unitTests: "this process hosts unit tests"
    }
  }
}
#endif
