import RollcallInspection
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// An application as one object for programs.
@Suite(.inTurn, .serialized) struct ApplicationSnapshotTests {
  private static let hello: Hello = {
    var hello = Hello(
      application: "Shop", startedNanoseconds: 1_000,
      modules: [
        ModuleStatus(
          id: 1, name: "Scene", order: 1, isMain: true, owner: 11, handles: ["openURL"], createdNanoseconds: 1,
          creationNanoseconds: 4),
        ModuleStatus(id: 2, name: "Feed", order: 2, owner: 12, stage: .starting, stageNanoseconds: 6),
      ], state: .active)
    hello.process = ApplicationProcess(id: 4711, executable: "/bin/shop", version: "2.1")
    hello.session = "ab12"
    return hello
  }()

  private func owned(_ number: Int, of owner: OwnerID = 12) -> OwnedEntry {
    OwnedEntry(
      OwnedObjectFacts(
        id: UInt64(number), owner: "Feed", ownerID: owner, number: number, kind: "timer", name: "refresh",
        lifetime: "module"), atNanoseconds: 7)
  }

  private func dispatch(_ id: DispatchID, own: UInt64) -> AnyEntry {
    .dispatch(
      DispatchEntry(
        id: id, event: "openURL", atNanoseconds: 10, totalNanoseconds: own, state: .active,
        handlers: [
          HandlerSpan(module: "Scene", moduleID: 1, selfNanoseconds: own, totalNanoseconds: own),
          HandlerSpan(module: "Feed", moduleID: 2, outcome: .held),
        ]))
  }

  @Test func everythingHasItsKey() throws {
    var model = ApplicationModel(Self.hello)
    let warning = AnyEntry.warning(
      WarningEntry(kind: .handlerThrew, message: "Trouble.", module: "Scene", dispatch: 3, atNanoseconds: 12))
    model.apply(.entries([.owned(owned(1)), dispatch(3, own: 20), dispatch(4, own: 5), warning, warning]))
    model.apply(
      .entries([
        .overdue(
          OverdueEntry(
            id: 2, name: "Feed", owner: 12, atNanoseconds: 40, afterNanoseconds: 10,
            hints: [HolderHint(holder: "Scene", trust: .found)]))
      ]))
    model.apply(.running(RunningHandler(module: "Scene", moduleID: 1, event: "openURL", sinceNanoseconds: 50)))
    let timer = #"""
      {"at_ns":7,"id":1,"kind":"timer","lifetime":"module","name":"refresh","number":1,"owner":"Feed","owner_id":12}
      """#
    expectEqual(
      model.snapshot(now: 60, hangs: true),
      """
      {"app_version":"2.1","application":"Shop","dropped":0,"executable":"/bin/shop","hangs":true,"held":[\
      {"dispatch":3,"event":"openURL","module":"Feed","module_id":2,"since_ns":10},\
      {"dispatch":4,"event":"openURL","module":"Feed","module_id":2,"since_ns":10}],"modules":[\
      {"calls":2,"created_ns":1,"creation_ns":4,"id":1,"last_ns":5,"longest_ns":20,"main":true,"name":"Scene",\
      "objects":0,"on":true,"order":1,"owner_id":11,"present":true,"total_ns":25},\
      {"calls":0,"id":2,"main":false,"name":"Feed","objects":1,"on":true,"order":2,"owner_id":12,"present":true,\
      "stage":"starting","stage_ns":6,"total_ns":0}],"now_ns":60,"objects":[\(timer)],"objects_alive":1,"overdue":[\
      {"hints":[{"holder":"Scene","text":"Scene holds it","trust":"found"}],"name":"Feed","objects":[\(timer)],\
      "objects_alive":1,"owner_id":12,"since_ns":30}],"pending":false,"pid":4711,"running":\
      {"event":"openURL","module":"Scene","module_id":1,"since_ns":50},"session":"ab12","started_ns":1000,\
      "state":"active","type":"snapshot","warnings":[{"times":2,"warning":{"at_ns":12,"dispatch":3,\
      "kind":"handlerThrew","message":"Trouble.","module":"Scene"}}],"warnings_count":2}
      """)
  }

  @Test func anApplicationOfWhichNothingIsKnownHasTheSameLists() {
    var hello = Hello(application: "Shop", startedNanoseconds: 1_000)
    hello.isPending = true
    expectEqual(
      ApplicationModel(hello).snapshot(now: 60, hangs: true),
      """
      {"application":"Shop","dropped":0,"hangs":true,"held":[],"modules":[],"now_ns":60,"objects":[],\
      "objects_alive":0,"overdue":[],"pending":true,"started_ns":1000,"state":"notRunning","type":"snapshot",\
      "warnings":[],"warnings_count":0}
      """)
  }

  @Test func objectsAreListedUpToALimit() throws {
    var model = ApplicationModel(Self.hello)
    let count = ApplicationSnapshot.mostObjects + 1
    model.apply(.entries((1...count).reversed().map { .owned(owned($0)) }))
    let snapshot = ApplicationSnapshot(model, now: 0, hangs: false)
    #expect(snapshot.objectsAlive == count && snapshot.objects.count == count - 1 && snapshot.objects[0].number == 1)
    expectEqual(snapshot.modules.map(\.objects), [0, count])
  }

  @Test func whatIsWrittenCanBeRead() throws {
    var model = ApplicationModel(Self.hello)
    model.apply(.entries([.owned(owned(1)), dispatch(3, own: 20)]))
    let line = model.snapshot(now: 60, hangs: false)
    let read: ApplicationSnapshot = try JournalLine.object(Array(line.utf8))
    expectEqual(JournalLine.encode(object: read), line)
  }
}
