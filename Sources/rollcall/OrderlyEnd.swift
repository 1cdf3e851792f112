import Foundation
import ModuleLifecycle
import TerminalUI

/// The end of a composite before the program's end: asynchronous cleanups get some time, each before the next.
@MainActor enum OrderlyEnd {
  /// How long to wait for them, all together.
  private static let limit = Duration.seconds(2)

  /// Tears a composite down, and says on standard error which cleanups have not ended in time.
  static func shutDown(_ composite: CompositeDelegate) {
    var unfinished: [OwnedObjectStatus]?
    Task { @MainActor in unfinished = await composite.shutDown(within: limit) }
    while unfinished == nil { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    for object in unfinished ?? [] { StandardError.say("\(sentence(about: object).printable(.line))\n") }
  }

  /// `The cleanup of connection main of Pay had not ended after 2 s and was left.`
  private static func sentence(about object: OwnedObjectStatus) -> String {
    let name = object.name.isEmpty ? object.kind.rawValue : "\(object.kind) \(object.name)"
    return "The cleanup of \(name) of \(object.owner) had not ended after \(limit.components.seconds) s and was left."
  }
}
