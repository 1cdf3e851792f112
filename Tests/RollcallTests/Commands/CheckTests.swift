import Foundation
import RollcallTestingAdditions
import Testing

/// `rollcall check`, and the version and help of the program.
@Suite(.inTurn, .serialized) struct CheckTests {
  @Test func aGoodMapShowsItsOrder() async throws {
    let run = try await Rollcall.run("check", map: Maps.shop)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(
      run.output,
      """
      Modules.map is valid: 3 modules of Shop.

       #  module     type      declared in
       1  Analytics  Scripted  line 4
       2  Scene      Scripted  line 8, the main module
       3  Payments   Scripted  line 13

      """)
  }

  @Test func theBudgetsOfAMapAreShown() async throws {
    let map = "budgets: { didFinishLaunching: 400ms, openURL: 1500us }\n\(Maps.push("takes: 1ms"))"
    let run = try await Rollcall.run("check", map: map)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(
      run.output,
      """
      Modules.map is valid: 2 modules of Application.

       #  module  type      declared in
       1  Scene   Scripted  line 4, the main module
       2  Push    Scripted  line 5

       event               budget  declared in
       didFinishLaunching   400ms  line 1
       openURL             1500us  line 1

      """)
  }

  @Test func anotherMapCanBeNamed() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Other.map")
    let run = try await Rollcall.run("check", "Other.map", in: folder)
    #expect(run.status == 0 && run.lines[0] == "Other.map is valid: 3 modules of Shop.", "\(run)")
  }

  @Test func theVersionIsPrinted() async throws {
    let run = try await Rollcall.run("--version", in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "" && run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil, "\(run)")
  }

  /// Before the command, options would belong to `run`, and the command would be the name of a map.
  @Test(arguments: [
    (["--no-mouse", "run"], "'run' is a command, and there is no map of this name. Options go after it.\n"),
    (["--plain", "check"], "'check' is a command, and there is no map of this name. Options go after it.\n"),
  ])
  func optionsGoAfterTheCommand(arguments: [String], message: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "Modules.map")
    let run = try await Rollcall.run(arguments, in: folder)
    #expect(run.status == 64 && run.output == "" && run.errors == message, "\(run)")
  }

  @Test func aMapCanHaveTheNameOfACommand() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Maps.shop, to: "check")
    let run = try await Rollcall.run(["--plain", "check"], in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
  }

  @Test(arguments: [
    ["--help"], ["run", "--help"], ["check", "--help"], ["events", "--help"], ["fire", "--help"], ["lab", "--help"],
  ])
  func helpIsPrinted(arguments: [String]) async throws {
    let run = try await Rollcall.run(arguments, in: TemporaryFolder())
    #expect(run.status == 0 && run.errors == "", "\(run)")
    #expect(run.output.hasPrefix("OVERVIEW: ") && run.output.contains("\nUSAGE: rollcall"))
    if arguments == ["--help"] {
      for command in ["run", "check", "events", "fire", "lab"] {
        #expect(run.output.contains("\n  \(command) "), "\(run)")
      }
    }
  }
}

/// `rollcall check --plist`: whether an app has adopted scenes.
@Suite(.inTurn, .serialized) struct SceneCheckTests {
  private func check(_ plist: String, _ arguments: String...) async throws -> Rollcall {
    let folder = try TemporaryFolder()
    try folder.write(
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict>\(plist)</dict></plist>\n", to: "Info.plist")
    return try await Rollcall.run(["check", "--plist", "Info.plist"] + arguments, in: folder)
  }

  private static func manifest(_ configurations: String) -> String {
    "<key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>\(configurations)</dict></dict>"
  }

  @Test func aConfigurationAdoptsScenes() async throws {
    let delegate = "<key>UISceneDelegateClassName</key><string>CompositeSceneDelegate</string>"
    let run = try await check(
      Self.manifest("<key>UIWindowSceneSessionRoleApplication</key><array><dict>\(delegate)</dict></array>"))
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(run.output, "Info.plist adopts scenes, with the delegate CompositeSceneDelegate.\n")
  }

  @Test(arguments: [
    "$(PRODUCT_MODULE_NAME).CompositeSceneDelegate", "RollcallUIKit.CompositeSceneDelegate", "CompositSceneDelegate",
  ])
  func aMisspeltDelegateIsNamed(name: String) async throws {
    let delegate = "<key>UISceneDelegateClassName</key><string>\(name)</string>"
    let run = try await check(
      Self.manifest("<key>UIWindowSceneSessionRoleApplication</key><array><dict>\(delegate)</dict></array>"))
    #expect(run.status == 1 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      """
      Info.plist names the delegate \(name), which is probably misspelt: UIKit would find no class.
      Rollcall's class has no module in its name: CompositeSceneDelegate. A subclass in your app needs a name of its \
      own, such as $(PRODUCT_MODULE_NAME).SceneDelegate.

      """)
  }

  @Test(arguments: ["$(PRODUCT_MODULE_NAME).SceneDelegate", "Shop.CustomSceneDelegate", "SceneDelegate"])
  func aDelegateOfTheAppItselfIsNotJudged(name: String) async throws {
    let delegate = "<key>UISceneDelegateClassName</key><string>\(name)</string>"
    let run = try await check(
      Self.manifest("<key>UIWindowSceneSessionRoleApplication</key><array><dict>\(delegate)</dict></array>"))
    let note = """
      \(name) has no module in its name. UIKit finds such a class only if it is declared with @objc(\(name)); otherwise \
      write $(PRODUCT_MODULE_NAME).\(name).

      """
    #expect(
      run.status == 0 && run.errors == ""
        && run.output == "Info.plist adopts scenes, with the delegate \(name).\n" + (name.contains(".") ? "" : note),
      "\(run)")
  }

  @Test func withoutAManifestTheAppEndsAtLaunch() async throws {
    let run = try await check("<key>CFBundleName</key><string>Shop</string>")
    #expect(run.status == 1 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      """
      Info.plist adopts no scenes: it has no UIApplicationSceneManifest.
      Built with the iOS 27 SDK, the app ends at launch.
      Add a configuration as the article 'Adopt scenes for iOS 27' shows it.
      If the application's delegate has application(_:configurationForConnecting:options:), as SwiftUI's has, add \
      --delegate-implements configurationForConnecting.

      """)
  }

  @Test func aManifestWithoutAConfigurationDoesNotCount() async throws {
    for configurations in ["", "<key>UIWindowSceneSessionRoleApplication</key><array/>"] {
      let run = try await check(Self.manifest(configurations))
      expectEqual(run.status, 1, "\(run)")
      #expect(
        run.errors.hasPrefix("Info.plist adopts no scenes: its UIApplicationSceneManifest has no configuration.\n"))
    }
  }

  @Test func windowsNeedTheirOwnRole() async throws {
    let run = try await check(
      Self.manifest("<key>UIWindowSceneSessionRole</key><array><dict/></array>"))
    #expect(run.status == 1 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      """
      Info.plist has no configuration for the app's windows.
      'UIWindowSceneSessionRoleApplication' is missing beside 'UIWindowSceneSessionRole'.
      If the application's delegate has application(_:configurationForConnecting:options:), as SwiftUI's has, add \
      --delegate-implements configurationForConnecting.

      """)
  }

  @Test func windowsNeedADelegate() async throws {
    let manifest = Self.manifest("<key>UIWindowSceneSessionRoleApplication</key><array><dict/></array>")
    let run = try await check(manifest)
    #expect(run.status == 1 && run.output == "", "\(run)")
    expectEqual(
      run.errors,
      """
      Info.plist names no delegate for the app's windows, so that no module hears of them.
      Add UISceneDelegateClassName, CompositeSceneDelegate, to the configuration below \
      UIWindowSceneSessionRoleApplication.
      If the application's delegate has application(_:configurationForConnecting:options:), as SwiftUI's has, add \
      --delegate-implements configurationForConnecting.

      """)
    let named = try await check(manifest, "--delegate-implements", "configurationForConnecting")
    expectEqual(named.status, 0, "the application's delegate names it")
  }

  @Test func theDelegateCanAdoptScenes() async throws {
    let run = try await check("", "--delegate-implements", "application(_:configurationForConnecting:options:)")
    #expect(run.status == 0 && run.errors == "", "\(run)")
    expectEqual(run.output, "Info.plist has no scene configuration. The application's delegate adopts scenes.\n")
  }

  /// Runs the check on a file that harms a reader that believes it.
  private func refused(_ bytes: Data) async throws -> Rollcall {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "Info.plist")
    let run = try await Rollcall.run("check", "--plist", "Info.plist", in: folder)
    #expect(run.status == 65 && run.output == "", "\(run)")
    return run
  }

  private static let noList = "Info.plist is not a property list, or its scene manifest is not as UIKit reads it.\n"

  @Test func valuesNestedTooDeeplyAreRefused() async throws {
    for (opening, closing) in [("<array>", "</array>"), ("<dict><key>a</key>", "</dict>"), ("<a>", "")] {
      let nested = String(repeating: opening, count: 10_000) + String(repeating: closing, count: 10_000)
      try await expectEqual(refused(Data("<plist version=\"1.0\">\(nested)</plist>".utf8)).errors, Self.noList)
    }
    // What hides the elements from a count hides them from the reader, too.
    let hidden = String(repeating: "<array><!-- </array> --><![CDATA[</array>]]>", count: 10_000)
    try await expectEqual(refused(Data("<plist>\(hidden)".utf8)).errors, Self.noList)
    let instruction = "<plist><?>" + String(repeating: "<array>", count: 10_000)
    try await expectEqual(refused(Data(instruction.utf8)).errors, Self.noList)
    try await expectEqual(refused(Data(String(repeating: "(", count: 10_000).utf8)).errors, Self.noList)
    let dictionaries = String(repeating: "<key>a</key><dict>", count: 60) + String(repeating: "</dict>", count: 60)
    let most = try await check(dictionaries)
    expectEqual(most.status, 1, "\(most)")
  }

  /// A binary list of one-byte places and references.
  private static func binary(_ objects: [[UInt8]], count: UInt64? = nil, top: UInt8 = 0, table: UInt8? = nil) -> Data {
    var (bytes, places) = (Array("bplist00".utf8), [UInt8]())
    for object in objects {
      places.append(UInt8(bytes.count))
      bytes += object
    }
    let start = table ?? UInt8(bytes.count)
    bytes += places
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    let number = count ?? UInt64(objects.count)
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    for byte in [top, start] { bytes += [UInt8](repeating: 0, count: 7) + [byte] }
    return Data(bytes)
  }

  @Test func aBinaryListThatExceedsItselfIsRefused() async throws {
    let list = Self.binary([[0xD1, 1, 2], [0x51, 0x61], [0x51, 0x62]])
    let folder = try TemporaryFolder()
    try folder.write(list, to: "Info.plist")
    let good = try await Rollcall.run("check", "--plist", "Info.plist", in: folder)
    #expect(good.status == 1 && good.errors.hasPrefix("Info.plist adopts no scenes"), "\(good)")
    let nested = (1...100).map { [0xA1, UInt8($0)] } + [[0x09]]
    let bads: [Data] = [
      Self.binary([[0xA0]], count: .max), Self.binary([[0xA0]], count: 1 << 62), Self.binary([[0xA0]], top: 9),
      Self.binary([[0xA0]], table: 200), Self.binary([[0xAF, 0x13] + [UInt8](repeating: 0xFF, count: 8)]),
      // It contains itself; a list is in two places; a reference leads nowhere; a text is longer than the file.
      Self.binary([[0xA1, 0]]), Self.binary([[0xA2, 1, 1], [0xA1, 2], [0x09]]), Self.binary([[0xA1, 7]]),
      Self.binary([[0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF]]), Self.binary([[0xA2, 1]]), Self.binary(nested),
      Data("bplist00".utf8), Data("bplist00".utf8) + Data(repeating: 0xFF, count: 40),
    ]
    for bad in bads {
      try await expectEqual(refused(bad).errors, Self.noList)
    }
  }

  /// What a fuzzer has found.
  @Test func everyInputIsReadOrRefused() async throws {
    let folder = try TemporaryFolder()
    let inputs = try Corpus.inputs("plist")
    expectEqual(inputs.count, 40)
    for input in inputs {
      try folder.write(Data(input), to: "Info.plist")
      let run = try await Rollcall.run("check", "--plist", "Info.plist", in: folder)
      #expect([0, 1, 65].contains(run.status), "\(run)")
    }
  }

  @Test func largeFilesAreRefusedAndLongNamesAreCut() async throws {
    let large = try await refused(
      Data("<plist><string>\(String(repeating: "x", count: 1 << 20))</string></plist>".utf8))
    expectEqual(large.errors, "Info.plist is too large: an Info.plist has at most 1.0 MB.\n")
    let name = "A.\n" + String(repeating: "x", count: 100_000)
    let delegate = "<key>UISceneDelegateClassName</key><string>\(name)</string>"
    let configuration = "<array>\(String(repeating: "<dict>\(delegate)</dict>", count: 9))</array>"
    let run = try await check(Self.manifest("<key>UIWindowSceneSessionRoleApplication</key>\(configuration)"))
    #expect(run.status == 0 && run.lines.count == 2 && run.output.utf8.count < 1_000, "\(run.output.prefix(2_000))")
  }

  @Test func otherFilesAreRefused() async throws {
    let folder = try TemporaryFolder()
    try folder.write("modules: []", to: "Modules.map")
    let map = try await Rollcall.run("check", "--plist", "Modules.map", in: folder)
    #expect(map.status == 65 && map.output == "", "\(map)")
    expectEqual(
      map.errors, "Modules.map is not a property list, or its scene manifest is not as UIKit reads it.\n")
    let none = try await Rollcall.run("check", "--plist", "None.plist", in: folder)
    #expect(none.status == 66 && none.errors == "None.plist can't be read.\n", "\(none)")
    let alone = try await Rollcall.run("check", "--delegate-implements", "configurationForConnecting", in: folder)
    expectEqual(alone.status, 64, "\(alone)")
    #expect(alone.errors.contains("--delegate-implements configurationForConnecting needs --plist."))
  }
}
