import Foundation

/// The maps of the tests.
enum Maps {
  /// The map at the top of the repository.
  static func standard() throws -> String {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return try String(contentsOf: folder.appending(path: "Modules.map"), encoding: .utf8)
  }

  /// Three modules. The last one takes 12 ms at launch, and opens payment links.
  static let shop = """
    application: { name: Shop }
    main: Scene
    modules:
      - Analytics:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
      - Scene:
          type: Scripted
          handles:
            didFinishLaunching: { answers: yes }
            openURL: { answers: yes, when: "https:*" }
      - Payments:
          type: Scripted
          handles:
            didFinishLaunching: { takes: 12ms, answers: yes }
            openURL: { answers: yes, when: "pay:*" }
    """

  /// A main module, and `Feed`, which owns three objects.
  static let feed = """
    main: Scene
    modules:
      - Scene: { type: Scripted, handles: { didFinishLaunching: { answers: yes } } }
      - Feed:
          type: Scripted
          handles: { didFinishLaunching: { answers: yes } }
          owns:
            - observer: logOut
            - timer: { name: refresh, every: 60min }
            - task: preload
    """

  /// A main module, and `Push`, which handles a memory warning as given.
  static func push(_ handler: String) -> String {
    """
    main: Scene
    modules:
      - Scene: { type: Scripted, handles: { didFinishLaunching: { answers: yes } } }
      - Push: { type: Scripted, handles: { didReceiveMemoryWarning: { \(handler) } } }
    """
  }
}
