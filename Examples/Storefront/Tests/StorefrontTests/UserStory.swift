import Foundation
import Services
import UIKit

/// What happened while an app lived: an event, what the app did, and what it answered.
struct Happening: Equatable, CustomStringConvertible {
  var name: String
  var done: [String] = []
  var answers: [String] = []

  var description: String { "\(name) does \(done), answers \(answers)" }
}

/// The life of an app in a simulated system, from the tap on its icon to its end.
@MainActor struct UserStory {
  private(set) var happenings: [Happening] = []

  init(launch: () throws -> SimulatedApp) throws {
    MissingMethods.forget()
    var app: SimulatedApp?
    try happens("launch") { _ in app = try launch() }
    guard let app else { return }
    try follow(app)
  }

  private mutating func happens(_ name: String, _ body: (_ answer: @escaping (Any) -> Void) throws -> Void) rethrows {
    Log.clear()
    var answers: [String] = []
    try body { answers.append("\($0)") }
    happenings.append(Happening(name: name, done: Log.lines, answers: answers))
  }

  private mutating func follow(_ app: SimulatedApp) throws {
    for link in ["login://shop/ada", "order://shop/42", "mailto:ada"] {
      guard let url = URL(string: link) else { continue }
      try happens(link) { try app.receive(.link(url), answer: $0) }
    }
    for type in ["search", "scan"] {
      let item = UIApplicationShortcutItem(type: type, localizedTitle: "")
      try happens(type) { try app.receive(.shortcut(item), answer: $0) }
    }
    for type in ["order", "news"] {
      let activity = NSUserActivity(activityType: type)
      activity.title = "order 9"
      try happens("activity \(type)") { answer in
        let restored = app.restored.count
        try app.receive(.activity(activity)) { answer("\($0), \(app.restored.count - restored) restored") }
      }
    }
    happens("token") { _ in app.register(token: Data([1, 2, 3])) }
    happens("no token") { _ in app.failRegistration(Problem()) }
    for message in [["order": 5], ["news": 1]] as [[AnyHashable: Any]] {
      happens("push") { app.push(message, answer: $0) }
    }
    happens("fetch") { app.fetch(answer: $0) }
    happens("transfers") { answer in app.finishTransfers(of: "feed") { answer("done") } }
    happens("orientations") { $0(app.orientations()?.rawValue ?? "not asked") }
    happens("memory") { _ in app.warnOfMemory() }
    happens("log out") { _ in NotificationCenter.default.post(name: .userDidLogOut, object: nil) }
    happens("inactive") { _ in app.interrupt() }
    happens("background") { _ in app.leave() }
    try happens("foreground") { _ in try app.open() }
    happens("end") { _ in app.terminate() }
  }
}

private struct Problem: Error {}
