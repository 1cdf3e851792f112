#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// Checks whether an app has adopted scenes, before it is built.
struct SceneCheck: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Check whether this Info.plist adopts scenes, which apps need from the iOS 27 SDK on.", valueName: "file"),
    completion: .file(extensions: ["plist"]))
  var plist: String?

  @Option(
    help: ArgumentHelp(
      "With --plist: a method of the application's delegate. configurationForConnecting adopts scenes, too.",
      valueName: "method"))
  var delegateImplements: [String] = []

  /// The method by which a delegate adopts scenes.
  private static let method = "configurationForConnecting"

  func validate() throws {
    guard plist == nil, let first = delegateImplements.first else { return }
    throw ValidationError("--delegate-implements \(first) needs --plist.")
  }

  /// What adopts scenes, as a sentence.
  ///
  /// - Throws: `Failure` if the file can't be read, or adopts no scenes.
  func verdict(on plist: String) throws -> String {
    let file = plist.printable(.line)
    guard let data = Self.data(of: plist) else { throw Failure("\(file) can't be read.", code: .noInput) }
    guard data.count <= PropertyListBounds.mostBytes else {
      let limit = ByteText.format(UInt64(PropertyListBounds.mostBytes))
      throw Failure("\(file) is too large: an Info.plist has at most \(limit).", code: .dataError)
    }
    guard PropertyListBounds.admit(Array(data)),
      let info = try? PropertyListDecoder().decode(ApplicationInfo.self, from: data)
    else {
      throw Failure("\(file) is not a property list, or its scene manifest is not as UIKit reads it.", code: .dataError)
    }
    let configures = delegateImplements.contains { $0.contains(Self.method) }
    switch SceneAdoption(delegates: info.manifest?.delegates, delegateConfigures: configures) {
    case .manifest(let delegates):
      if !configures { try checkWindows(of: info.manifest, in: file) }
      for delegate in delegates { try check(delegate, in: file) }
      let named = delegates.isEmpty ? "" : ", with the delegate \(Self.list(delegates))"
      let bare = delegates.filter { !$0.contains(".") && $0 != Self.delegate }
      return "\(file) adopts scenes\(named)." + bare.prefix(Self.mostDelegates).map(Self.note).joined()
    case .delegate: return "\(file) has no scene configuration. The application's delegate adopts scenes."
    case .noManifest: throw Self.failure("\(file) adopts no scenes: it has no UIApplicationSceneManifest.")
    case .noConfiguration:
      throw Self.failure("\(file) adopts no scenes: its UIApplicationSceneManifest has no configuration.")
    }
  }

  /// The file's contents, up to more than is admitted.
  private static func data(of plist: String) -> Data? {
    guard let file = FileHandle(forReadingAtPath: plist) else { return nil }
    return try? file.read(upToCount: PropertyListBounds.mostBytes + 1) ?? Data()
  }

  /// How many delegates are named.
  private static let mostDelegates = 10

  private static func list(_ delegates: [String]) -> String {
    let more = delegates.count - mostDelegates
    return (delegates.prefix(mostDelegates).map(printable) + (more > 0 ? ["\(more) more"] : []))
      .joined(separator: " and ")
  }

  /// A name from the file, on one line.
  private static func printable(_ name: String) -> String { Excerpt.of(name).printable(.line) }

  /// - Throws: `Failure` if the app's windows have no configuration, or one without a delegate. UIKit says nothing then.
  private func checkWindows(of manifest: ApplicationInfo.Manifest?, in file: String) throws {
    let configurations = manifest?.configurations ?? [:]
    guard let windows = configurations[Self.role], !windows.isEmpty else {
      let others = configurations.filter { $0.key != Self.role && !$0.value.isEmpty }.keys.sorted()
      let names = others.prefix(Self.mostDelegates).map { "'\(Self.printable($0))'" }
        .joined(separator: " and ")
      throw Failure(
        lines: [
          "\(file) has no configuration for the app's windows.", "'\(Self.role)' is missing beside \(names).",
          Self.hint,
        ], code: .firedBadly)
    }
    guard windows.allSatisfy({ $0.delegate != nil }) else {
      throw Failure(
        lines: [
          "\(file) names no delegate for the app's windows, so that no module hears of them.",
          "Add UISceneDelegateClassName, CompositeSceneDelegate, to the configuration below \(Self.role).", Self.hint,
        ], code: .firedBadly)
    }
  }

  /// - Throws: `Failure` if a delegate's name is Rollcall's class with a module, or nearly that class. UIKit then finds no
  ///   class, and says nothing. Other classes can't be known.
  private func check(_ delegate: String, in file: String) throws {
    let isQualified = delegate.hasSuffix(".\(Self.delegate)")
    guard isQualified || NearestName.isMisspelling(delegate, of: Self.delegate) else { return }
    throw Failure(
      lines: [
        "\(file) names the delegate \(Self.printable(delegate)), which is probably misspelt: UIKit would find no class.",
        "Rollcall's class has no module in its name: \(Self.delegate). A subclass in your app needs a name of its own, such "
          + "as $(PRODUCT_MODULE_NAME).SceneDelegate.",
      ], code: .firedBadly)
  }

  /// What must be so for a class of the app whose name has no module.
  private static func note(on delegate: String) -> String {
    let delegate = printable(delegate)
    return "\n\(delegate) has no module in its name. UIKit finds such a class only if it is declared with "
      + "@objc(\(delegate)); otherwise write $(PRODUCT_MODULE_NAME).\(delegate)."
  }

  /// The name of Rollcall's class for Objective-C.
  private static let delegate = "CompositeSceneDelegate"

  /// The role of the app's windows.
  private static let role = "UIWindowSceneSessionRoleApplication"

  private static let hint =
    "If the application's delegate has application(_:configurationForConnecting:options:), as SwiftUI's has, add "
    + "--delegate-implements \(method)."

  private static func failure(_ problem: String) -> Failure {
    Failure(
      lines: [
        problem, "Built with the iOS 27 SDK, the app ends at launch.",
        "Add a configuration as the article 'Adopt scenes for iOS 27' shows it.", hint,
      ], code: .firedBadly)
  }
}

/// The part of an `Info.plist` that is about scenes.
private struct ApplicationInfo: Decodable {
  struct Manifest: Decodable {
    struct Configuration: Decodable {
      let delegate: String?
      enum CodingKeys: String, CodingKey { case delegate = "UISceneDelegateClassName" }
    }

    let configurations: [String: [Configuration]]?
    enum CodingKeys: String, CodingKey { case configurations = "UISceneConfigurations" }

    var delegates: [String?] {
      (configurations ?? [:]).sorted { $0.key < $1.key }.flatMap { $0.value.map(\.delegate) }
    }
  }

  let manifest: Manifest?
  enum CodingKeys: String, CodingKey { case manifest = "UIApplicationSceneManifest" }
}
#endif
