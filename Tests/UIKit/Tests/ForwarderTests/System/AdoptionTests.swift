import ModuleLifecycle
import RollcallUIKit
import Testing
import UIKit

extension ForwarderTests {
  /// Which apps start.
  @Suite @MainActor struct AdoptionTests {
    private static let url = URL(filePath: "/order")

    init() {
      registerCompositeSceneDelegate()
      ObjectiveCClasses.register(PlainSceneDelegate.self, as: "ForwarderTests.SceneDelegate") { PlainSceneDelegate() }
    }

    private enum Manifest: CaseIterable {
      case none, empty, full

      func info() throws -> InfoPlist {
        switch self {
        case .none: .withoutScenes
        case .empty: try .emptyManifest()
        case .full: try .scenes(delegate: "$(PRODUCT_MODULE_NAME).SceneDelegate")
        }
      }

      var delegates: [String?]? {
        switch self {
        case .none: nil
        case .empty: []
        case .full: ["SceneDelegate"]
        }
      }
    }

    /// The system, the check of `rollcall check --plist` and the delegate's own check agree.
    @Test(arguments: [false, true]) func anAppWithoutScenesEndsOnTheNewSystemOnly(delegateConfigures: Bool) throws {
      for manifest in Manifest.allCases {
        let adoption = SceneAdoption(delegates: manifest.delegates, delegateConfigures: delegateConfigures)
        let delegate = delegateConfigures ? TestDelegate() : ListeningDelegate()
        let info = try manifest.info()
        if adoption.isAdopted {
          let app = try SimulatedApp(delegate, info: info)
          #expect(app.hasScenes && app.log == [])
        } else {
          #expect(throws: SystemTrap.scenesNotAdopted) { try SimulatedApp(delegate, info: info) }
        }
        let older = try SimulatedApp(delegateConfigures ? TestDelegate() : ListeningDelegate(), info: info, on: .iOS26)
        #expect(older.log.isEmpty == adoption.isAdopted)
        #expect(delegate.warnings.contains { $0.kind == .scenesNotAdopted } == false)
      }
    }

    @Test func aDelegateThatConfiguresScenesItselfHasAdoptedThem() throws {
      let delegate = SceneConfiguringDelegate()
      let app = try SimulatedApp(delegate, info: .withoutScenes)
      #expect(app.hasScenes && app.log == [])
      #expect(!delegate.warnings.contains { $0.kind == .scenesNotAdopted })
    }

    @Test func withoutScenesTheJournalWarnsOnTheOlderSystem() throws {
      let delegate = ListeningDelegate()
      _ = try SimulatedApp(delegate, on: .iOS26)
      #expect(delegate.warnings.contains { $0.kind == .scenesNotAdopted })
    }

    @Test func theAppEndsBeforeItsDelegateHearsOfTheLaunch() {
      for start in [SimulatedApp.Start.foreground(.link(Self.url)), .background] {
        let calls = Calls.during {
          #expect(throws: SystemTrap.scenesNotAdopted) { try SimulatedApp(PlainDelegate(), start: start) }
        }
        #expect(calls == ["init"])
      }
    }

    @Test func aDelegateThatClaimsAMethodIsFoundOut() {
      #expect(
        throws: SystemTrap.unrecognizedSelector("application:configurationForConnectingSceneSession:options:")
      ) { try SimulatedApp(LyingDelegate()) }
    }

    @Test func aPlainDelegateAdoptsByItsMethod() throws {
      let info = try Manifest.full.info()
      #expect(try SimulatedApp(ConfiguringDelegate()).windows.first?.delegate == nil, "the name leads nowhere")
      #expect(try SimulatedApp(ConfiguringDelegate(), info: info).windows.first?.delegate is PlainSceneDelegate)
    }

    @Test func aClassThatDoesNotExistLeavesTheSceneWithoutADelegate() async throws {
      let delegate = ListeningDelegate()
      let app = try SimulatedApp(delegate, info: .scenes(delegate: "Missing"))
      #expect(app.log == ["There is no class 'Missing', which Info.plist names as a scene's delegate."])
      #expect(delegate.heard == ["willFinishLaunching []", "didFinishLaunching []"])
      await nextTurn()
      #expect(delegate.warnings.map(\.kind) == [.scenesUnheard])
    }

    @Test func aWindowThatIsNotMeantToBeSeenIsNotReported() async throws {
      let delegate = ListeningDelegate()
      delegate.window = UIWindow()
      let app = try SimulatedApp(delegate, info: .scenes())
      await nextTurn()
      withExtendedLifetime(app) { #expect(delegate.warnings.isEmpty) }
    }

    @Test func aWindowThatBelongsToNoSceneIsReported() async throws {
      let delegate = ListeningDelegate()
      delegate.window = UIWindow()
      delegate.window?.makeKeyAndVisible()
      let app = try SimulatedApp(delegate, info: .scenes())
      await nextTurn()
      #expect(delegate.warnings.map(\.kind) == [.windowWithoutScene])
      app.leave()
      try app.open()
      await nextTurn()
      #expect(delegate.warnings.count == 1, "once")
    }

    @Test func aModuleNamesTheDelegateOfTheScenes() throws {
      let app = try SimulatedApp(TestDelegate())
      #expect(app.windows.first?.delegate is CompositeSceneDelegate)
    }
  }
}
