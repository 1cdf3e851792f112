import Foundation

/// The measured maps, in a new folder.
struct Maps {
  private let folder: URL
  /// Twelve modules without activity.
  let quiet: String
  /// One module that handles an event and does nothing.
  let quick: String
  /// One module that takes 0.1 ms for a memory warning: ten thousand of them take a second.
  let steady: String
  let thousand: String
  /// The main module and one with a thousand objects.
  let owner: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "screen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let folder = folder
    func write(_ name: String, _ modules: [String]) throws -> String {
      let file = folder.appending(path: "\(name).map")
      let text = "application: { type: ApplicationHost, name: Shop }\nmain: M1\nmodules:\n" + modules.joined()
      try Data(text.utf8).write(to: file)
      return file.path(percentEncoded: false)
    }
    func module(_ number: Int, _ rest: String = "") -> String {
      "  - M\(number): { type: Scripted, handles: { didEnterBackground: {} }\(rest) }\n"
    }
    quiet = try write("quiet", (1...12).map { module($0) })
    quick = try write("quick", [module(1)])
    steady = try write(
      "steady", ["  - M1: { type: Scripted, handles: { didReceiveMemoryWarning: { burns: 98us } } }\n"])
    thousand = try write("thousand", (1...1_000).map { module($0) })
    let objects = (1...1_000).map { "{ observer: note\($0) }" }.joined(separator: ", ")
    owner = try write("owner", [module(1), module(2, ", owns: [\(objects)]")])
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
