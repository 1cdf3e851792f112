import RollcallTestingAdditions
import Testing

extension EndToEnd {
  /// Many modules, and names in all scripts.
  @Suite struct MapSizeTests {
    @Test func aThousandModules() async throws {
      let terminal = try await Terminal.start(map: Maps.thousand)
      try await terminal.expect("1,000 modules registered.", "Module1 ")
      try await terminal.press("G")
      try await terminal.expect("the last module") { $0.isWhole && $0.contains("Module1000 · place 1,000 of 1,000") }
      try await terminal.fire("didFin")
      try await terminal.expect("#1 didFinishLaunching: yes (1,000 modules), 1,000 called", "all 1,000 called")
      try await terminal.press("x")
      try await terminal.expect("Module1000 removed and freed; it owned nothing.", "999 of 1,000 modules")
      try await terminal.press("g")
      try await terminal.expect("Module1 · place 1 of 1,000 · main")
      try await terminal.press("q")
      try await terminal.expectPrompt()
    }

    @Test(arguments: [(120, 40), (80, 24)])
    func namesInAllScriptsStayAligned(width: Int, height: Int) async throws {
      let terminal = try await Terminal.start(width: width, height: height, map: Maps.wide)
      try await terminal.fire("didFin")
      let screen = try await terminal.expect("the launch's timings") {
        $0.isWhole && $0.contains("#1 didFinishLaunching") && $0.contains("all 5 called")
      }
      for line in screen.lines[2..<(height - 2)] { expectEqual(line.columns, width, "\(line)\n\(screen)") }
      #expect(screen.contains("写真") && screen.contains("📷"))
    }
  }
}

extension Maps {
  /// A thousand modules.
  static let thousand = """
    main: Module1
    modules:
    \((1...1000).map { "  - Module\($0): { type: Scripted, handles: { didFinishLaunching: { answers: yes } } }" }
      .joined(separator: "\n"))
    """

  /// Modules whose names take more, or fewer, columns than they have characters.
  static let wide = """
    application: { name: 相機 }
    main: Scene
    modules:
    \(["Scene", "写真", "📷 camera", "cafe\u{301}", "한국어 모듈의 아주 긴 이름이라서 다 보이지 않는다"]
      .map { "  - \($0): { type: Scripted, handles: { didFinishLaunching: { answers: yes } } }" }
      .joined(separator: "\n"))
    """
}

extension String {
  /// The text's width in a terminal: two columns for East Asian characters and emoji. Computed independently of the
  /// code under test.
  fileprivate var columns: Int {
    reduce(0) { sum, character in
      guard let scalar = character.unicodeScalars.first else { return sum }
      let isWide =
        (0x2E80...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
        || scalar.properties.isEmojiPresentation
      return sum + (isWide ? 2 : 1)
    }
  }
}
