import Foundation
import ModuleLifecycle

/// A folder in which applications listen for inspectors. It must belong to this user, and no other user may enter it.
package struct SocketFolder: Sendable, Equatable {
  /// The environment's variable that names a folder.
  package static let variable = "ROLLCALL_SOCKETS"

  package let path: String

  package init(path: String) { self.path = path }

  /// Where inspectors look; an application listens in the first of them.
  ///
  /// An application that was started by ssh or cron has no runtime folder in its environment, and a terminal has one, so
  /// inspectors look in both places.
  package static func all(
    environment: [String: String] = ProcessInfo.processInfo.environment, user: UInt32 = geteuid()
  ) -> [SocketFolder] {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let paths = [value(variable), value("XDG_RUNTIME_DIR").map { "\($0)/rollcall" }, "/tmp/rollcall-\(user)"]
    return paths.compactMap(\.self).map(SocketFolder.init)
  }

  /// Where an application listens.
  ///
  /// A runtime folder may be named and not be there, as after `su`; then the other place is taken.
  static func standard() -> SocketFolder {
    let all = all()
    guard ProcessInfo.processInfo.environment[variable].map(\.isEmpty) ?? true, all.count > 1,
      !FileManager.default.fileExists(atPath: (all[0].path as NSString).deletingLastPathComponent)
    else { return all[0] }
    return all[1]
  }

  /// Makes the folder, if there is none.
  ///
  /// - Throws: `InspectionError` when it can't be made, or is not this user's alone.
  package func prepare() throws(InspectionError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      throw InspectionError("The folder '\(path)' for sockets can't be made: \(SystemError.words(errno)).")
    }
    try check()
  }

  /// - Throws: `InspectionError` when the folder is not there, or is not this user's alone.
  package func check() throws(InspectionError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      throw InspectionError("The folder '\(path)' can't be used: \(SystemError.words(errno)).")
    }
    let way = "Set \(Self.variable) to a folder of your own."
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw InspectionError("'\(path)' is no folder, so nothing can listen in it. \(way)")
    }
    guard status.st_uid == geteuid() else {
      throw InspectionError("The folder '\(path)' belongs to user \(status.st_uid), and you are \(geteuid()). \(way)")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw InspectionError(
        "Other users may enter the folder '\(path)'. Run 'chmod 700' on it, or set \(Self.variable).")
    }
  }

  /// Why a folder that is there can't be used, in a sentence.
  package var harm: String? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    do throws(InspectionError) { try check() } catch { return error.description }
    return nil
  }

  /// The paths of the sockets in it, in the order of their names; none where it can't be used.
  package var sockets: [String] {
    guard (try? check()) != nil, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return []
    }
    return names.filter { $0.hasSuffix(InspectorSocket.suffix) }.sorted().map { "\(path)/\($0)" }
  }

  /// Takes away the sockets of applications that have ended without doing so, those among them that were not ready yet.
  package func sweep() {
    guard (try? check()) != nil, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
    for name in names { InspectorSocket.removeIfStale("\(path)/\(name)") }
  }
}
