import Foundation
import RollcallMaps
import RollcallTestingAdditions
import Testing

/// Files that are not maps.
@Suite(.inTurn, .serialized) struct FileErrorTests {
  @Test func aMapIsReadFromAFile() throws {
    let answer = try complaint(aboutFile: "Modules.map") { folder in
      try "main: Scene\nmodules: [Scene]".write(
        to: folder.appending(path: "Modules.map"), atomically: true, encoding: .utf8)
    }
    expectEqual(answer, "It was accepted: [\"Scene\"]")
  }

  @Test func aMissingFileOffersItsNeighbours() throws {
    let answer = try complaint(aboutFile: "Modules.map") { folder in
      try Data("x".utf8).write(to: folder.appending(path: "Module.map"))
      try Data("x".utf8).write(to: folder.appending(path: "Modules.txt"))
    }
    expectEqual(
      answer,
      "Modules.map: there is no such file. Run rollcall in the folder that holds the map, "
        + "or give the map's path. Did you mean 'Module.map'?")
  }

  @Test func aMissingFileWithoutNeighboursOffersNothing() throws {
    try expectEqual(
      complaint(aboutFile: "Modules.map") { _ in },
      "Modules.map: there is no such file. Run rollcall in the folder that holds the map, or give the map's path.")
  }

  @Test func aFolderListsItsMaps() throws {
    let answer = try complaint(aboutFile: "maps") { folder in
      let maps = folder.appending(path: "maps")
      try FileManager.default.createDirectory(at: maps, withIntermediateDirectories: false)
      try Data().write(to: maps.appending(path: "Shop.map"))
    }
    expectEqual(answer, "maps: this is a folder. Give the path of the map in it. It contains: Shop.map.")
  }

  @Test(arguments: [
    (Data("main: Scene".utf8) + [0, 1, 2], "it is not a text file: byte 11 is zero. A map is YAML, saved as UTF-8."),
    (Data("main: é\nmo".utf8) + [0xC3, 0x28], "byte 11, on line 2, is not UTF-8. Save the file as UTF-8."),
    (Data([0xFF, 0xFE, 0x6D, 0x00]), "it is UTF-16. Save it as UTF-8."),
    (Data(), "it is empty. Write 'main:' and 'modules:' into it, as in the map that 'rollcall init' writes."),
  ])
  func theBytesAreNotText(bytes: Data, problem: String) throws {
    let answer = try complaint(aboutFile: "Modules.map") { try bytes.write(to: $0.appending(path: "Modules.map")) }
    expectEqual(answer, "Modules.map: \(problem)")
  }

  @Test func aHugeFileIsRefusedUnread() throws {
    let answer = try complaint(aboutFile: "Modules.map") { folder in
      let file = folder.appending(path: "Modules.map")
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 100 << 20)
      try handle.close()
    }
    expectEqual(answer, "Modules.map: it is 100 MB; a map may be at most 4 MB.")
  }

  @Test func aPipeWithoutAWriterIsRefused() throws {
    let answer = try complaint(aboutFile: "Modules.map") { folder in
      expectEqual(unsafe mkfifo(folder.appending(path: "Modules.map").path(percentEncoded: false), 0o600), 0)
    }
    expectEqual(answer, "Modules.map: this is a pipe, and no program has written to it.")
  }

  /// As a shell passes a command's output.
  @Test func aMapIsReadFromAPipe() throws {
    let text = Array("main: Scene\nmodules: [Scene]".utf8)
    // Open for reading as long as the map is not read. Otherwise, the text would be lost.
    var reading: Int32 = -1
    let answer = try complaint(aboutFile: "Modules.map") { folder in
      let path = folder.appending(path: "Modules.map").path(percentEncoded: false)
      expectEqual(unsafe mkfifo(path, 0o600), 0)
      reading = unsafe open(path, O_RDONLY | O_NONBLOCK)
      let writing = unsafe open(path, O_WRONLY)
      expectEqual(unsafe write(writing, text, text.count), text.count)
      close(writing)
    }
    close(reading)
    expectEqual(answer, "It was accepted: [\"Scene\"]")
  }

  @Test func anEmptyPathIsRefused() {
    #expect(throws: (any Error).self) { try ModuleMap.load(contentsOf: "", registry: registry()) }
  }

  @Test(.enabled(if: getuid() != 0, "The superuser can read everything."))
  func anUnreadableFileIsRefused() throws {
    let answer = try complaint(aboutFile: "Modules.map") { folder in
      let path = folder.appending(path: "Modules.map").path(percentEncoded: false)
      _ = FileManager.default.createFile(atPath: path, contents: Data("x".utf8), attributes: [.posixPermissions: 0])
    }
    expectEqual(answer, "Modules.map: it can't be opened for reading. Check its permissions.")
  }
}
