import ModuleLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Modules that are left out of an application, or created after its launch, to measure what the launch gains.
///
/// ```swift
/// let composite = CompositeDelegate()
/// composite.conduct(.fromEnvironment)
/// ```
///
/// A module that is left out is registered as if it were switched off. One that is deferred is switched on after a mark or
/// after the launch: it is created, gets the events that it missed, and is started.
///
/// The main module, required modules and modules that others must come after are neither left out nor deferred. A warning
/// says so, and also names what no module is called. Only the outermost composite's own modules take part, not those of
/// nested composites.
public struct Experiments: Sendable, Equatable {
  /// The names of the modules to leave out.
  public let leftOut: [String]
  /// The names of the modules to create later. One that is also left out is left out.
  public let deferred: [String]
  /// The mark after which the deferred modules are created, if the application has been launched then. `nil` to create
  /// them right after the launch.
  public let mark: String?
  /// The value of the environment variable, if it can't be read.
  private(set) var unreadable: String?

  /// Describes an experiment.
  public init(leavingOut leftOut: [String] = [], deferring deferred: [String] = [], until mark: String? = nil) {
    (self.leftOut, self.deferred, self.mark) = (leftOut, deferred, mark)
  }

  /// No experiment.
  public static let none = Experiments()

  /// The environment variable that `fromEnvironment` reads.
  package static let variable = "ROLLCALL_EXPERIMENTS"

  /// The experiment in the environment variable `ROLLCALL_EXPERIMENTS`, such as
  /// `{"defer":["Payments"],"without":["Ads"],"until":"first frame"}`. Each member can be missing. Any other value is no
  /// experiment, and causes a warning.
  ///
  /// There is none in an app that the App Store has installed. Reading the environment costs up to half a millisecond.
  public static var fromEnvironment: Experiments { fromEnvironment(alsoInAppStore: false) }

  /// The experiment in the environment variable; see `fromEnvironment`.
  ///
  /// - Parameter alsoInAppStore: Whether an app that the App Store has installed takes part too.
  public static func fromEnvironment(alsoInAppStore: Bool) -> Experiments {
    guard let text = ProcessInfo.processInfo.environment[variable], alsoInAppStore || !isFromAppStore else {
      return .none
    }
    return Experiments(text)
  }

  /// Reads the value of the environment variable. What a later version may add is not an experiment of this one.
  init(_ text: String) {
    struct Members: Decodable {
      let `defer`, without: [String]?
      let until: String?
    }
    let data = Data(text.utf8)
    if let members = try? JSONDecoder().decode(Members.self, from: data),
      let keys = try? JSONDecoder().decode([String: EventValue].self, from: data).keys,
      keys.allSatisfy(["defer", "until", "without"].contains)
    {
      self.init(leavingOut: members.without ?? [], deferring: members.defer ?? [], until: members.until)
    } else {
      self.init()
      unreadable = CutValue.text(text, scalars: 200)
    }
  }
}

extension Experiments {
  #if canImport(Darwin)
  /// Whether the App Store has installed the app. TestFlight's receipts have another name.
  private static var isFromAppStore: Bool {
    guard let receipt = (Bundle.main as any Receipted).appStoreReceiptURL else { return false }
    return receipt.lastPathComponent == "receipt" && FileManager.default.fileExists(atPath: receipt.path)
  }
  #else
  private static var isFromAppStore: Bool { false }
  #endif
}

#if canImport(Darwin)
/// The address of the receipt. It is deprecated in favour of a check of purchases that may ask the user to sign in.
private protocol Receipted { var appStoreReceiptURL: URL? { get } }
extension Bundle: Receipted {}
#endif
