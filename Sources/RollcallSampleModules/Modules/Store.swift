#if CommandLine
import Foundation
import RollcallFoundation
import ModuleLifecycle

/// Keeps a ledger in an open file, and writes to it at launch, on entering the background and at termination.
final class Store: Module {
  private struct Line: Codable {
    var number: Int
    var event: String
  }

  private let owned = OwnedObjects()
  let file: FileHandle
  private(set) var lineCount = 0

  init() throws {
    file = try ScratchFile.open("ledger.jsonl")
    owned.own(file: file, named: "ledger")
  }

  static func handlers(_ handlers: inout ModuleHandlers<Store>) {
    handlers.answer(DidFinishLaunching.self) { store, _ in
      try store.write("launch")
      return true
    }
    handlers.on(DidEnterBackground.self) { store, _ in
      try store.write("background")
      try store.file.synchronize()
    }
    handlers.on(WillTerminate.self) { store, _ in try store.write("terminate") }
  }

  private func write(_ event: String) throws {
    lineCount += 1
    try file.write(contentsOf: JSONEncoder().encode(Line(number: lineCount, event: event)) + Data("\n".utf8))
  }
}
#endif
