#if CommandLine
import ArgumentParser
import ModuleLifecycle
import ModuleRegistration

/// Lists the events that can be fired.
struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "List the events that can be fired, their arguments, and how they are answered.",
    discussion: """
      Below each event stand its arguments as 'rollcall fire' takes them, with the values that are used where none are \
      given:

        rollcall fire openURL=url:pay:42

      An event that is answered asynchronously has handlers that may go on after they have returned, until its \
      deadline. With --json, each line is one event.
      """)

  @Argument(
    help: ArgumentHelp("Only the event of that name, or those whose names have these letters.", valueName: "name"))
  var name: String?

  @Flag(help: "Print JSON lines.")
  var json = false

  func run() throws {
    try Failure.report { try list() }
  }

  @MainActor private func list() throws {
    let catalog = MapArgument.registry.catalog
    let groups = EventListing.groups(of: catalog, named: name)
    if groups.isEmpty, let name {
      throw Failure(EventCatalogError.unknownEvent(name, known: catalog.names).description, code: .usage)
    }
    if json { print(try EventListing.json(groups)) } else { StandardOutput.say(EventListing.text(groups)) }
  }
}
#endif
