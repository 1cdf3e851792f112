import ArgumentParser
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

  @Flag(help: "Print JSON lines.")
  var json = false

  func run() throws {
    let groups = EventListing.groups(of: MapArgument.registry.catalog)
    print(json ? try EventListing.json(groups) : EventListing.text(groups))
  }
}
