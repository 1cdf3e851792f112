#if CommandLine
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// Formats the listening applications as a table for people and as JSON for programs.
enum ApplicationTable {
  static func text(of applications: [RunningApplication]) -> String {
    let head = ["app", "pid", "since", "state", "modules", "role"]
    return TextTable(head, numbers: ["pid", "modules"], rows: applications.map(row)).text
  }

  private static func row(of application: RunningApplication) -> [String] {
    guard let hello = application.hello else {
      return ["?", "\(application.process)", "", "not answering", "", ""]
    }
    let since = ClockText.format(Date(timeIntervalSince1970: Double(hello.startedNanoseconds) / 1e9))
    let state =
      application.state?.words ?? application.running.map { "hangs in \($0.module), \($0.event)" } ?? "hangs"
    let name = hello.application.printable(.line).truncated(toColumns: 32, ellipsis: "...")
    let modules = hello.isPending ? "?" : "\(hello.modules.filter { $0.parent == nil }.count)"
    return [name, "\(application.process)", since, state, modules, hello.role.word]
  }

  static func json(of application: RunningApplication) -> String {
    var members: [String: EventValue] = [
      "pid": .integer(Int64(application.process)), "socket": .string(application.path),
      "answers": .bool(application.hello != nil),
    ]
    if let hello = application.hello {
      members["application"] = .string(hello.application)
      members["started_ns"] = .integer(Int64(clamping: hello.startedNanoseconds))
      members["role"] = .string(hello.role.word)
      members["session"] = hello.session.map(EventValue.string)
      members["executable"] = hello.process?.executable.map(EventValue.string)
      members["app_version"] = hello.process?.version.map(EventValue.string)
      if !hello.isPending { members["modules"] = .integer(Int64(hello.modules.filter { $0.parent == nil }.count)) }
    }
    members["state"] = application.state.map { .string($0.rawValue) }
    if let running = application.running {
      members["running"] = .object(["module": .string(running.module), "event": .string(running.event)])
    }
    return EventValue.object(members).json.printableJSON
  }
}

extension ClockText {
  /// The local time of a date.
  static func format(_ date: Date) -> String {
    let parts = Calendar.current.dateComponents([.hour, .minute, .second], from: date)
    return format(secondsSinceMidnight: (parts.hour ?? 0) * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0))
  }
}

extension InspectionRole {
  /// The role's word in the table and in JSON.
  fileprivate var word: String {
    switch self {
    case .view: "view"
    case .control: "control"
    case .firing: "fire"
    }
  }
}
#endif
