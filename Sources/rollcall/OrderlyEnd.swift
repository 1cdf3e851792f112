#if CommandLine
import Foundation
import ModuleLifecycle
import TextFormatting

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

  /// `Gave up on Pay's connection 'main': its cleanup was still running after 2 s.`
  private static func sentence(about object: OwnedObjectStatus) -> String {
    let name = object.name.isEmpty ? "" : " '\(object.name)'"
    let time = "\(limit.components.seconds) s"
    return "Gave up on \(object.owner)'s \(object.kind)\(name): its cleanup was still running after \(time)."
  }
}
#endif
