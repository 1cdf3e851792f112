import ModuleLifecycle
import RollcallMaps
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct MapTests {
  static let example = """
    # A shop.
    application: { type: ApplicationHost, name: Storefront }
    main: Scene
    modules:
      - Session
      - Scene
      - Feed: { type: Requests, lifetime: module, pages: 2, eager: yes, every: 1.5s, title: "No" }
      - No: { type: Session }
      - Requests:
      - Payments:
          type: Scripted
          handles:
            didFinishLaunching: { takes: 12ms }
            openURL: { answers: true, when: "pay:*" }
            didEnterBackground: { burns: 3us, throws: "ledger locked" }
            willTerminate:
            didFetch: { answers: newData }
          owns:
            - observer: userDidLogOut
            - timer: { name: heartbeat, every: 1s }
    """

  @Test func everyFormOfADeclarationIsRead() throws {
    let map = try ModuleMap.parse(Self.example, registry: registry())
    expectEqual(map.application.name, "Storefront")
    expectEqual(map.application.type, "ApplicationHost")
    expectEqual(map.main, "Scene")
    expectEqual(map.modules.map(\.name), ["Session", "Scene", "Feed", "No", "Requests", "Payments"])
    expectEqual(map.modules.map(\.type), ["Session", "Scene", "Requests", "Session", "Requests", "Scripted"])
    expectEqual(map.modules.map(\.place.line), [5, 6, 7, 8, 9, 10])
  }

  @Test @MainActor func modulesAreMovedOnlyAfterThoseTheyRequire() throws {
    let text = """
      main: Scene
      modules:
        - Session: { after: [Requests, Scene], required: yes }
        - Scene
        - Requests: { after: Scene }
      """
    let registry = registry()
    let map = try ModuleMap.parse(text, registry: registry)
    expectEqual(map.modules.map(\.name), ["Scene", "Requests", "Session"])
    expectEqual(map.modules.map(\.after), [[], ["Scene"], ["Requests", "Scene"]])
    expectEqual(map.modules.map(\.isRequired), [false, false, true])
    let composite = try registry.makeComposite(from: map)
    expectEqual(composite.modules.map(\.name), ["Scene", "Requests", "Session"])
    expectEqual(composite.modules.map(\.after), [[], ["Scene"], ["Requests", "Scene"]])
    expectEqual(composite.modules.map(\.isRequired), [false, false, true])
  }

  @Test func settingsAreReadAsTheirKeysRequire() throws {
    let map = try ModuleMap.parse(Self.example, registry: registry())
    let settings = map.modules[2].settings
    expectEqual(settings.names, ["eager", "every", "lifetime", "pages", "title"])
    expectEqual(settings.text("lifetime"), "module")
    expectEqual(settings.text("title"), "No")
    expectEqual(settings.count("pages"), 2)
    expectEqual(settings.flag("eager"), true)
    expectEqual(settings.duration("every"), .milliseconds(1500))
    #expect(settings.duration("title") == nil)
    #expect(settings.text("absent") == nil)
  }

  @Test func handlersAndResourcesAreRead() throws {
    let settings = try ModuleMap.parse(Self.example, registry: registry()).modules[5].settings
    let handlers = settings.handlers("handles")
    expectEqual(
      handlers.map(\.event), ["didFinishLaunching", "openURL", "didEnterBackground", "willTerminate", "didFetch"])
    expectEqual(handlers[0].takes, .milliseconds(12))
    expectEqual(handlers[1].answers, "true")
    expectEqual(handlers[1].when, "pay:*")
    expectEqual(handlers[2].burns, .microseconds(3))
    expectEqual(handlers[2].throwing, "ledger locked")
    expectEqual(settings.resources("owns").map(\.kind), ["observer", "timer"])
    expectEqual(settings.resources("owns").map(\.name), ["userDidLogOut", "heartbeat"])
    expectEqual(settings.resources("owns")[1].settings.duration("every"), .seconds(1))
  }

  @Test func defaultsNameTheApplication() throws {
    let map = try ModuleMap.parse("main: Scene\nmodules: [Scene]", registry: registry())
    expectEqual(map.application.name, "Application")
    expectEqual(map.application.type, "ApplicationHost")
    expectEqual(map.file, "Modules.map")
  }

  @Test(arguments: ["\r\n", "\r", "\n"]) func linesCanEndAsOnAnySystem(end: String) throws {
    let text = Self.example.replacing("\n", with: end)
    let map = try ModuleMap.parse(text, registry: registry())
    expectEqual(map.modules.map(\.place.line), [5, 6, 7, 8, 9, 10])
  }

  @Test func aByteOrderMarkIsIgnored() throws {
    try expectEqual(ModuleMap.parse("\u{FEFF}main: Scene\nmodules: [Scene]", registry: registry()).main, "Scene")
  }

  @Test func explicitValuesAreNotCountedAsAliases() throws {
    let registry = ModuleRegistry()
    var text = "main: M0\nmodules:\n  - M0: &first { type: Scripted, owns: [] }\n"
    for number in 1...12_000 {
      text += "  - M\(number): { type: Scripted, required: no, off: no, after: [M\(number - 1)] }\n"
    }
    text += "  - Last: *first\n"
    try expectEqual(ModuleMap.parse(text, registry: registry).modules.count, 12_002)
    // Nor is an asterisk in a comment.
    try expectEqual(
      ModuleMap.parse("main: A\nmodules: [{ 'A': { type: Scripted } }]  # *", registry: registry).main, "A")
  }

  @Test func aliasesStandForWhatTheyName() throws {
    let map = try ModuleMap.parse(
      "main: A\nmodules:\n  - A: &twice { type: Scene }\n  - B: *twice", registry: registry())
    expectEqual(map.modules.map(\.type), ["Scene", "Scene"])
  }

  @Test func equalTextsProduceEqualMaps() throws {
    let map = try ModuleMap.parse(Self.example, registry: registry())
    try expectEqual(map, ModuleMap.parse(Self.example, registry: registry()))
    #expect(try map != ModuleMap.parse("main: Scene\nmodules: [Scene]", registry: registry()))
  }

  @Test func aThousandModulesAreRead() throws {
    let modules = (1...1000).map { number in
      """
        - Module\(number):
            type: Scripted
            handles:
              didFinishLaunching: { takes: 1ms }
              openURL: { answers: true, when: "pay:*" }
      """
    }
    let text = "main: Module1\nmodules:\n" + modules.joined(separator: "\n")
    try expectEqual(ModuleMap.parse(text, registry: registry()).modules.count, 1000)
  }
}
