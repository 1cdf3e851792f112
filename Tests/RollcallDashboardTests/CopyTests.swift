import RollcallTerminalUI
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// The text that `y` copies.
@MainActor @Suite(.inTurn, .serialized) struct CopyTests {
  @Test func theSelectedModulesDetail() throws {
    let driver = try Driver().press(.down, .down, .character("y"))
    expectEqual(
      driver.copied,
      """
      Scene \u{00B7} place 3 of 12 \u{00B7} main
      created  22:40:00.000, in 0.2 ms
      handles  didFinishLaunching, openURL, didEnterBackground
      owns     1 window main, since 22:40:00

      """)
    #expect(driver.lines[1].hasPrefix(" Asked the terminal to copy: Scene · place 3 of 12 · main, 4 lines. "))
    #expect(driver.lines[1].hasSuffix(" it does not say whether it did "))
  }

  /// Only what is known is said.
  @Test(
    arguments: [
      (nil, "Copying: Scene · place 3 of 12 · main, 4 lines.", ""),
      (
        .terminal, "Asked the terminal to copy: Scene · place 3 of 12 · main, 4 lines.",
        "it does not say whether it did"
      ),
      (
        .multiplexer,
        "Asked to copy (tmux needs 'set-clipboard on'): Scene · place 3 of 12 · main, 4 lines.", ""
      ),
      (.pasteboard, "Copied: Scene · place 3 of 12 · main, 4 lines.", ""),
      (
        .tmux, "Copied to tmux: Scene · place 3 of 12 · main, 4 lines.", "and to the clipboard, if its terminal lets it"
      ),
    ] as [(Clipboard?, String, String)])
  func theHeadlineSaysHowTheTextWasCopied(clipboard: Clipboard?, sentence: String, hint: String) throws {
    let driver = try Driver().press(.down, .down)
    driver.copiesBy = clipboard
    driver.press(.character("y"))
    expectEqual(driver.lines[1], " \(sentence)".padded(toColumns: 119 - hint.columnWidth) + "\(hint) ")
  }

  /// What the user did since then matters more.
  @Test func aLateAnswerOfTmuxDoesNotReplaceALaterHeadline() throws {
    let driver = try Driver()
    driver.copiesBy = nil
    driver.press(.character("y"), .character("m"))
    let headline = driver.lines[1]
    driver.act(.copied(by: .tmux))
    #expect(driver.lines[1] == headline && headline.hasPrefix(" The mouse is off"))
  }

  @Test func theEventInTheTimings() throws {
    let driver = try Driver().press(.character("f")).type("openU").press(
      .enter, .character("2"), .enter, .character("y"))
    expectEqual(
      driver.copied,
      """
      #117 openURL pay:42
      event   openURL
      with    options: empty
      with    url: pay:42
      at      22:40:02.002
      state   not running when it was over
      took    0.6 ms, 2 modules called
      answer  yes (Scene); the rule: yes if one says yes, otherwise no

       # module   answer         began     self share
       3 Scene    yes            +0 µs   0.3 ms   50%
       8 Payments -            +0.3 ms   0.3 ms   50%

      """)
  }

  @Test func anObjectAHelpPageAndAnExperiment() throws {
    let driver = try Driver().press(.character("x"), .character("3"), .character("y"))
    expectEqual(driver.copied?.hasPrefix("ThirdParties \u{00B7} object 1 of 2 \u{00B7} task crash report\n"), true)
    driver.press(.character("?"), .character("y"))
    expectEqual(driver.copied?.hasPrefix("Help: Panes\n1 Order    The modules in the order"), true)
    driver.press(.escape, .character("d"), .character("y"))
    expectEqual(
      driver.copied, "The release, step by step\nWhat happens when the last reference goes?\n")
  }

  @Test func aTextTooLongForAClipboardSaysWhatIsMissing() throws {
    var detail = Detail(title: "Long")
    for index in 0..<2_000 { detail.add("line", String(repeating: "\(index % 10)", count: 60)) }
    let (text, isCut) = detail.plainText
    #expect(text.utf8.count <= Detail.mostBytes && isCut)
    let last = try #require(text.split(separator: "\n").last)
    let kept = text.split(separator: "\n").count - 2
    expectEqual(last, "and \(2_000 - kept) more lines")
  }

  /// The limit includes the title. The cut never splits a character.
  @Test func aTitleThatIsTooLongIsCut() throws {
    let (text, isCut) = Detail(title: String(repeating: "日", count: 5_000_000), lines: [.init(text: "more than fits")])
      .plainText
    #expect(text.utf8.count <= Detail.mostBytes && text.utf8.count > Detail.mostBytes - 100 && isCut)
    #expect(text.hasPrefix("日日日") && text.hasSuffix("日…\nand 1 more line\n"))
  }

  @Test func theHeadlineSaysThatSomethingWasCut() throws {
    let arguments = (0..<30).map { ("key \($0)", EventValue.string(String(repeating: "long ", count: 700))) }
    let driver = try Driver()
    driver.act(
      .entries([
        .dispatch(
          DispatchEntry(
            id: 9, event: "openURL", arguments: .object(Dictionary(uniqueKeysWithValues: arguments)), atNanoseconds: 0,
            totalNanoseconds: 1, response: .null, state: .active, isOutOfState: false, handlers: []))
      ]))
    driver.press(.character("2"), .character("y"))
    #expect(driver.copied?.utf8.count ?? .max <= Detail.mostBytes)
    #expect(driver.lines[1].hasPrefix(" Asked the terminal to copy the first 70,000 bytes. "))
  }

  /// A name can't run a command in the shell that it is pasted into, or start a new line there.
  @Test func controlCharactersInANameAreReplaced() throws {
    let name = "Appearance\u{1B}[201~\rtouch OWNED\r\nrm -rf\u{9B}x\u{202E}"
    let driver = try Driver { composite, clock in try composite.register(name) { Stage(clock: clock) { _ in } } }
    driver.press(.character("y"))
    let title = try #require(driver.copied?.split(separator: "\n").first)
    #expect(title.hasPrefix("Appearance\u{FFFD}[201~\u{FFFD}touch OWNED\u{FFFD} rm -rf\u{FFFD}x\u{FFFD}"))
  }

  @Test func aTerminalWithoutClipboardIsReported() throws {
    let driver = try Driver().press(.character("y"))
    driver.act(.copyRefused)
    #expect(driver.lines[1].contains("This terminal does not support copying to the clipboard."))
  }
}
