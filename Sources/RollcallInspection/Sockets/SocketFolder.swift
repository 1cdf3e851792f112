import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// A folder in which applications listen for inspectors. It must belong to this user, and no other user may have
/// access.
package struct SocketFolder: Sendable, Equatable {
  /// The environment variable that selects a folder.
  package static let variable = "ROLLCALL_SOCKETS"

  package let path: String

  package init(path: String) { self.path = path }

  /// Returns the folders in which inspectors look. An application listens in the first one.
  ///
  /// An application that was started by ssh or cron has no runtime folder in its environment, but a terminal does.
  /// Inspectors therefore look in both.
  package static func all(
    environment: [String: String] = ProcessInfo.processInfo.environment, user: UInt32 = geteuid()
  ) -> [SocketFolder] {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let paths = [value(variable), value("XDG_RUNTIME_DIR").map { "\($0)/rollcall" }, "/tmp/rollcall-\(user)"]
    return paths.compactMap(\.self).map(SocketFolder.init)
  }

  /// Returns the folder in which an application listens.
  ///
  /// After `su`, or once the user's last session has ended, the environment can name a runtime folder that does not
  /// exist. The next folder is then used.
  static func standard(
    environment: [String: String] = ProcessInfo.processInfo.environment, user: UInt32 = geteuid()
  ) -> SocketFolder {
    let all = all(environment: environment, user: user)
    guard environment[variable].map(\.isEmpty) ?? true, all.count > 1,
      !FileManager.default.fileExists(atPath: URL(filePath: all[0].path).deletingLastPathComponent().path)
    else { return all[0] }
    return all[1]
  }

  /// Creates the folder if it does not exist.
  ///
  /// - Throws: `InspectionError` if it can't be created, or other users have access.
  package func prepare() throws(InspectionError) {
    if !SystemCalls.makeFolder(path), errno != EEXIST {
      let code = errno
      throw Self.error("The socket folder '\(path)' can't be created: \(SystemError.words(code)).", code: code)
    }
    try check()
  }

  private static let way = "Set \(variable) to a folder of your own."

  /// Adds what to do to a sentence about a system error. Where an app may not listen anywhere, another sentence says so.
  static func error(
    _ sentence: String, code: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> InspectionError {
    guard SystemError(code) == .notPermitted else { return InspectionError(sentence) }
    let record = "Let it record itself instead: composite.journal.record(to:)."
    #if os(iOS) && !targetEnvironment(simulator) && !targetEnvironment(macCatalyst)
    return InspectionError("No inspector can reach an app on a device. \(record)")
    #else
    // Apple's name for it, in each process that runs in a sandbox.
    let isInSandbox = environment["APP_SANDBOX_CONTAINER_ID"] != nil
    return InspectionError(
      isInSandbox ? "No inspector can reach an app in the App Sandbox. \(record)" : "\(sentence) \(way)")
    #endif
  }

  /// - Throws: `InspectionError` if the folder does not exist, or other users have access.
  package func check() throws(InspectionError) {
    guard let status = SystemCalls.status(of: path) else {
      let code = errno
      throw Self.error("The folder '\(path)' can't be used: \(SystemError.words(code)).", code: code)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw InspectionError("'\(path)' is not a folder; nothing can listen in it. \(Self.way)")
    }
    guard status.st_uid == geteuid() else {
      throw InspectionError(
        "The folder '\(path)' belongs to user \(status.st_uid), and you are \(geteuid()). \(Self.way)")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw InspectionError(
        "Other users may enter the folder '\(path)'. Run 'chmod 700' on it, or set \(Self.variable).")
    }
  }

  /// Why an existing folder can't be used, in one sentence; `nil` if there is no reason.
  package var harm: String? {
    guard SystemCalls.status(of: path) != nil else { return nil }
    do throws(InspectionError) { try check() } catch { return error.description }
    return nil
  }

  /// The paths of the sockets in the folder, sorted by name; empty if the folder can't be used.
  package var sockets: [String] {
    guard (try? check()) != nil, let names else { return [] }
    return names.filter { $0.hasSuffix(InspectorSocket.suffix) }.sorted().map { "\(path)/\($0)" }
  }

  private var names: [String]? { try? FileManager.default.contentsOfDirectory(atPath: path) }

  /// Removes the sockets of applications that have ended without removing them, unless the folder can't be locked.
  ///
  /// A socket stays while any process has the number in its name. Waits for the lock at most 100 ms.
  package func sweep() {
    guard (try? check()) != nil, let lock = FolderLock(on: path), let names else { return }
    for name in names { InspectorSocket.removeIfStale(name, in: path) }
    withExtendedLifetime(lock) {}
  }
}
