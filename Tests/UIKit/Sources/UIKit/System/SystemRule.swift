/// What the simulated system does. `Tests/UIKit/README.md` has all rules in a table.
public enum SystemRule: String, CaseIterable, Sendable {
  // Adoption
  case scenesRequired, adoption, trapsBeforeLaunch, trapsInBackground, logsWithoutScenes
  // Launch
  case launchOrder, launchState, noLaunchOptionsWithScenes, launchOptionsWithoutScenes
  case backgroundLaunch, backgroundScene
  // Scenes
  case sceneOrder, connectsAtOnce, configurationFromDelegate, configurationFromPlist, unknownClass, blackWindow
  case scenesMoveTogether, externalDisplays, disconnects, closedByUser, discards, discardedAtLaunch
  // The application
  case delegateIsSilentWithScenes, notificationsInBothWorlds, notificationsAfterDelegate, mostActiveScene
  case displaysMoveNothing, stateAfterActivity, stateAfterOtherMoves, processCallsStay, termination, killed
  // Requests
  case coldRequestsWithConnection, coldRequestsWithoutScenes, requestsDropped, warmRequestsToScene
  case requestsWithoutScenes, requestsGoToOneScene, requestsBringToForeground, activitiesAreAnnounced
  case responsesToCenter, responsesAfterConnection

  /// The rule in one or two sentences.
  public var statement: String { entry.statement }

  /// The public pages that say so.
  public var sources: [SystemSource] { entry.sources }

  /// Whether no public page says so.
  public var isAssumed: Bool { sources.isEmpty }

  struct Entry {
    let statement: String
    var sources: [SystemSource] = []

    static func said(_ statement: String, by sources: SystemSource...) -> Entry {
      Entry(statement: statement, sources: sources)
    }

    static func assumed(_ statement: String) -> Entry { Entry(statement: statement) }
  }
}
