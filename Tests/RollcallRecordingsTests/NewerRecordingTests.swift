import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import RollcallRecordings

/// Additions of later versions in a recording of this version's format.
@Suite(.inTurn, .serialized) struct NewerRecordingTests {
  private static let header =
    #"{"application":"Storefront","device_model":"Watch9,1","engine":{"cores":[1,2]},"rollcall":1,"session":"00ff","#
    + #""started_ns":5,"state":"dozing"}"#

  private func open(_ lines: [String]) throws -> (recording: RecordingFile, entries: [AnyEntry]) {
    let file = try TemporaryFile(lines: [Self.header] + lines)
    let recording = try RecordingFile(path: file.path)
    return (recording, try recording.anyEntries(0..<recording.count))
  }

  @Test func everythingKnownIsRead() throws {
    let dispatch = Lines.dispatch(7, "openURL", at: 3)
    let (recording, entries) = try open([
      #"{"at_ns":1,"change":"frozen","cause":"thermal","handles":[],"id":1,"late_release":false,"main":true,"name":"A","#
        + #""on":true,"order":1,"owner_id":1,"seq":0,"type":"module"}"#,
      #"{"at_ns":2,"guests":[1,2],"seq":1,"type":"party"}"#,
      dispatch.replacing("active", with: "dozing"),
      dispatch,
      #"{"at_ns":4,"change":"lent","late_release":false,"name":"Player","owner_id":3,"type":"owner"}"#,
      #"{"at_ns":5,"cleanup_ns":1,"id":1,"kind":"lamp","late_release":false,"lifetime":"lease","name":"a","number":1,"#
        + #""owner":"A","owner_id":1,"reason":"evicted","thread":"render","type":"released"}"#,
      #"{"at_ns":6,"state":"dozing","type":"state"}"#,
    ])
    expectEqual(entries.map(\.type), ["module", "dispatch", "dispatch", "owner", "released"])
    let states = entries.compactMap {
      if case .dispatch(let entry) = $0 { entry.state?.rawValue ?? "unknown" } else { nil }
    }
    expectEqual(states, ["unknown", "active"])
    guard case .module(let module) = entries[0], case .owner(let owner) = entries[3],
      case .released(let released) = entries[4]
    else { throw Refusal("other entries") }
    #expect(module.change == ModuleEntry.Change(rawValue: "frozen") && module.isMain)
    expectEqual(owner.change, OwnerEntry.Change(rawValue: "lent"))
    expectEqual(released.reason, ReleaseReason(rawValue: "evicted"))
    #expect(recording.header.state == nil && recording.header.deviceModel == "Watch9,1")
    expectEqual(recording.damage.skippedLines, 0)
    expectEqual(
      recording.damage.sentences,
      "1 entry is left out: this version does not know its type, 'party'. 1 entry is left out, because this "
        + "version does not know one of its values: 'state' can't be 'dozing'. 1 entry lacks a value that this version "
        + "does not know: 'state' can't be 'dozing'.")
    let damage = try open([#"{"at_ns":6,"state":"dozing","type":"state"}"#]).recording.damage
    expectEqual(
      damage.sentences,
      "1 entry is left out, because this version does not know one of its values: 'state' can't be 'dozing'.")
  }

  /// A warning that this version can't build from fields keeps the recording's text.
  @Test func warningsKeepTheirText() throws {
    let old =
      #"{"at_ns":1,"dispatch":7,"kind":"overBudget","message":"tick has taken 5 s so far, over its budget of 1 s.","#
      + #""module":"A","type":"warning"}"#
    let newer = #"{"at_ns":2,"kind":"tooHot","message":"The device is hot.","type":"warning"}"#
    let reworded =
      #"{"at_ns":3,"error":"no","event":"tick","kind":"handlerThrew","message":"A failed.","module":"A","type":"warning"}"#
    let own = reworded.replacing(
      "A failed.", with: #"A threw in tick: \"no\". The other modules continued."#)
    let (recording, entries) = try open([old, newer, reworded, own])
    let warnings = entries.compactMap { if case .warning(let entry) = $0 { entry } else { nil } }
    expectEqual(
      warnings.map(\.sentence),
      [
        "tick has taken 5 s so far, over its budget of 1 s.", "The device is hot.", "A failed.",
        "A threw in tick: \"no\". The other modules continued.",
      ])
    #expect(warnings.map { $0.message == nil } == [false, false, false, true] && recording.damage.isNone)
    expectEqual(entries.map { JournalLine.encode($0) }, [old, newer, reworded, own])
  }

  @Test func entriesWithoutNumbersAreRead() throws {
    let (recording, entries) = try open([Lines.dispatch(1, "tick", at: 1), Lines.output("a", at: 2)])
    #expect(entries.count == 2 && recording.damage.isNone)
    #expect(try JournalLine.numbered(Array(Lines.output("a", at: 2).utf8)).seq == nil)
  }
}
