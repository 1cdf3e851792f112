import Foundation

/// The system's data about a process. Only Linux provides it.
struct ProcessFacts {
  private let folder: String

  init(_ process: Int32) { folder = "/proc/\(process)" }

  /// The resident memory in megabytes.
  var residentMegabytes: Double? { field("VmRSS", in: "\(folder)/status").map { Double($0) / 1024 } }

  /// The processor time of all threads so far, in seconds.
  var processorSeconds: Double? {
    // `4711 (a name) S …`: the name can contain spaces. The times in user and system mode are the fields 14 and 15.
    let fields = text("\(folder)/stat")?.split(separator: ")").last?.split(separator: " ")
    guard let fields, fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Returns how often the thread with this name has gone to sleep: once for each time it woke.
  func sleeps(ofThread name: String) -> Int? {
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task")
    let named = threads?.filter { text("\(folder)/task/\($0)/comm")?.trimmingCharacters(in: .newlines) == name }
    guard let thread = named?.first else { return nil }
    return field("voluntary_ctxt_switches", in: "\(folder)/task/\(thread)/status")
  }

  private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private func field(_ name: String, in path: String) -> Int? {
    let line = text(path)?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line.flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }
  }
}
