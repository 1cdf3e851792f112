#if CommandLine
import ArgumentParser
import Foundation
import ModuleLifecycle
import ModuleRegistration
import TerminalDashboard
import TextFormatting

/// Writes a map to begin with.
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a map to begin with, and say what to do next.",
    discussion: """
      The map is valid as it is, and explains itself: a main module, modules that must come after others, budgets, \
      scripted modules and what they own, and how to name modules of your own.

      A file that is there already stays as it is, unless --overwrite is given.
      """)

  @Argument(help: "The file to write.", completion: .file(extensions: ["map"]))
  var file: String = MapArgument.defaultPath

  @Flag(help: "Take the place of a file that is there already.")
  var overwrite = false

  func run() throws {
    try Failure.report {
      try write()
      let map = try MapArgument.load(file)
      let modules = CountText.format(map.modules.count, "module")
      let name = file == MapArgument.defaultPath ? "" : " \(Self.quoted(file).printable(.line))"
      StandardOutput.say(
        """
        \(file.printable(.line)) is written: \(modules) of \(map.application.name.printable(.line)).

        rollcall check\(name)
            says whether it is right, and in which order the modules are called.
        rollcall\(name.isEmpty ? "" : " run")\(name)
            opens the dashboard on it: f fires an event.
        """)
    }
  }

  private func write() throws {
    do throws(ExportFileError) {
      let map = try ExportFile(path: file, overwrites: overwrite, mode: 0o644)
      try map.write(Array(StarterMap.text.utf8))
      try map.finish()
    } catch {
      throw Failure(Self.problem(with: file, error.code), code: .cannotCreate)
    }
  }

  /// Why a file could not be written, and what may be done about it.
  private static func problem(with file: String, _ code: Int32) -> String {
    let folder = file.lastIndex(of: "/").map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    switch code {
    case EEXIST: return "\(file) is there already, and stays as it is. --overwrite takes its place."
    case ENOENT, ENOTDIR: return "\(file) can't be written: there is no folder \(folder)."
    case EISDIR: return "\(file) can't be written: it is a folder. Name a file in it: \(named(in: file))."
    case 0: return "\(file) can't be written: it is no file that could be replaced."
    default: return "\(file) can't be written: \(SystemError.words(code))."
    }
  }

  private static func named(in folder: String) -> String {
    quoted(folder.hasSuffix("/") ? folder + MapArgument.defaultPath : "\(folder)/\(MapArgument.defaultPath)")
  }

  /// A path as a shell takes it for one word.
  static func quoted(_ path: String) -> String {
    let plain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:@".contains($0)) }
    return plain && !path.isEmpty ? path : "'\(path.replacing("'", with: #"'\''"#))'"
  }
}
#endif
