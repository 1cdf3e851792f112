import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import RollcallDashboard

/// The table of commands as a whole. Other tests check each command.
@MainActor @Suite(.inTurn, .serialized) struct UserCommandTests {
  @Test func anUnavailableCommandSaysWhy() throws {
    let driver = try Driver()
    for (key, reason) in [
      ("F", "Nothing has been fired yet."), ("c", "ThirdParties has not missed a launch."),
      ("n", "There was no search in this pane yet: / starts one."),
      ("u", "There is no removed module to bring back."),
    ] {
      driver.press(.character(Character(key)))
      #expect(driver.line(with: reason) != nil, "\(key)")
    }
  }

  @Test func actingCommandsAreRefusedInARecording() throws {
    let acting = UserCommand.table.filter { [.control, .firing, .recording].contains($0.need) }
    #expect(acting.count > 10)
    for command in UserCommand.panes where acting.contains(where: { $0 === command }) {
      for key in KeyName.keys(in: command.keys) where ![.character("f"), .character("F"), .escape].contains(key) {
        let driver = ReplayDriver(MemoryEntryStore([])).press(key)
        #expect(driver.line(with: "This is a recording: what happened can't be changed.") != nil, "\(key)")
      }
    }
    let verbs = ReplayDriver(MemoryEntryStore([])).state.verbs.map(\.word)
    #expect(Set(acting.flatMap(\.verbs).map(\.word)).subtracting(["back"]).isDisjoint(with: verbs))
  }

  @Test func everyKeyNameInTheKeyBarIsAKey() {
    for command in UserCommand.table where command.press != nil {
      #expect(!KeyName.keys(in: command.keys).isEmpty || !command.aliases.isEmpty, "\(command.keys)")
    }
  }

  @Test func everyWordMeansOneCommand() {
    for needs: Set<UserCommand.Need> in [[.live, .control], [.playback]] {
      let verbs = UserCommand.table.filter {
        ![.live, .control, .playback].contains($0.need) || needs.contains($0.need)
      }
      .flatMap(\.verbs)
      let words = verbs.flatMap { [$0.word] + $0.others }
      expectEqual(words.count, Set(words).count)
    }
  }
}
