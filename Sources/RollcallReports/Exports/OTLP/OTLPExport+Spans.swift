import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings

extension OTLPExport {
  /// The spans of an event, its handlers and their named parts. A skipped module has none.
  func spans(of dispatch: DispatchEntry, inside parent: String?) -> [OTLPSpan] {
    let start = header.startedNanoseconds.plus(dispatch.atNanoseconds)
    var attributes = [
      OTLPAttribute(.dispatch, dispatch.id.rawValue), OTLPAttribute(.event, dispatch.event),
      OTLPAttribute(.state, dispatch.state?.rawValue), OTLPAttribute(.isOutOfState, flag: dispatch.isOutOfState),
      OTLPAttribute(.isReplay, flag: dispatch.isReplay), OTLPAttribute(.follows, dispatch.follows?.rawValue),
      OTLPAttribute(.held, dispatch.heldNanoseconds),
      OTLPAttribute(.computing, dispatch.computingNanoseconds), OTLPAttribute(.waiting, dispatch.waitingNanoseconds),
    ]
    if includesArguments {
      attributes += [
        OTLPAttribute(.arguments, dispatch.arguments), OTLPAttribute(.response, dispatch.response),
        OTLPAttribute(.isCut, flag: dispatch.isCut == true),
      ]
    }
    let whole = OTLPSpan(
      id: identity.span(.dispatch(dispatch.id)), parent: parent, name: dispatch.event, start: start,
      end: start.plus(dispatch.totalNanoseconds), attributes: attributes.compactMap(\.self))
    let rows = dispatch.handlers.indices.filter { dispatch.handlers[$0].wasCalled }
    return [whole] + rows.map { span(ofRow: $0, in: dispatch, from: start) }
  }

  private func span(ofRow place: Int, in dispatch: DispatchEntry, from start: UInt64) -> OTLPSpan {
    let row = dispatch.handlers[place]
    let start = start.plus(row.startNanoseconds)
    var attributes = [
      OTLPAttribute(.dispatch, dispatch.id.rawValue), OTLPAttribute(.event, dispatch.event),
      OTLPAttribute(.module, row.module),
      OTLPAttribute(.moduleID, row.moduleID.rawValue), OTLPAttribute(.order, UInt64(exactly: row.order)),
      OTLPAttribute(.part, row.part), OTLPAttribute(.outcome, row.outcome.rawValue),
      OTLPAttribute(.ownTime, row.selfNanoseconds), OTLPAttribute(.suspended, row.suspendedNanoseconds),
      OTLPAttribute(.computing, row.computingNanoseconds), OTLPAttribute(.waiting, row.waitingNanoseconds),
    ]
    if includesArguments { attributes.append(OTLPAttribute(.vote, row.value)) }
    // A row comes after the row that contains it.
    let outer = row.parent.flatMap { outer in
      (0..<place).contains(outer) && dispatch.handlers[outer].wasCalled ? outer : nil
    }
    return OTLPSpan(
      id: identity.span(.row(place, of: dispatch.id)),
      parent: identity.span(outer.map { .row($0, of: dispatch.id) } ?? .dispatch(dispatch.id)),
      name: "\(row.module) \(row.part ?? dispatch.event)", start: start, end: start.plus(row.totalNanoseconds),
      attributes: attributes.compactMap(\.self),
      error: row.outcome == .threw ? row.error ?? "The handler threw." : row.error)
  }

  /// A named moment of a launch, as a span of length zero inside the launch's.
  func span(of mark: ApplicationLaunch.Mark, in launch: ApplicationLaunch, endingWith dispatch: DispatchID) -> OTLPSpan
  {
    let time = header.startedNanoseconds.plus(mark.atNanoseconds)
    let place = launch.marks.firstIndex(of: mark) ?? 0
    return OTLPSpan(
      id: identity.span(.mark(place, of: dispatch)), parent: identity.span(.launch(dispatch)), name: mark.name,
      start: time, end: time,
      attributes: [OTLPAttribute(.mark, mark.name), OTLPAttribute(.markTime, mark.nanoseconds)].compactMap(\.self))
  }

  /// The span of a whole launch, and those of its modules' creation.
  ///
  /// - Parameter events: When its first event began, in nanoseconds since 1970.
  func spans(
    of launch: ApplicationLaunch, endingWith dispatch: DispatchEntry, notAfter events: UInt64
  ) -> [OTLPSpan] {
    let began = header.startedNanoseconds
    let id = identity.span(.launch(dispatch.id))
    let whole = OTLPSpan(
      id: id, name: "launch",
      start: launch.countedBeforeNanoseconds > 0
        ? began.minus(launch.countedBeforeNanoseconds)
        : min(events, launch.creations.first.map { began.plus($0.atNanoseconds) } ?? events),
      end: began.plus(dispatch.atNanoseconds.plus(dispatch.totalNanoseconds)),
      attributes: [
        OTLPAttribute(.dispatch, dispatch.id.rawValue), OTLPAttribute(.launchTime, launch.totalNanoseconds),
        OTLPAttribute(.creationTime, launch.creationNanoseconds),
      ].compactMap(\.self))
    let created = Set(launch.creations.map(\.module))
    let creations = launch.creations.map { creation in
      let outer = creation.parent.flatMap { created.contains($0) && $0 != creation.module ? $0 : nil }
      return OTLPSpan(
        id: identity.span(.creation(creation.module, of: dispatch.id)),
        parent: outer.map { identity.span(.creation($0, of: dispatch.id)) } ?? id,
        name: "\(creation.name) (creation)", start: began.plus(creation.atNanoseconds),
        end: began.plus(creation.endNanoseconds),
        attributes: [
          OTLPAttribute(.module, creation.name), OTLPAttribute(.moduleID, creation.module.rawValue),
          OTLPAttribute(.creationTime, creation.selfNanoseconds),
          OTLPAttribute(.computing, creation.breakdown?.computingNanoseconds),
          OTLPAttribute(.waiting, creation.breakdown?.waitingNanoseconds),
        ].compactMap(\.self))
    }
    // A span outside of its parent would confuse readers.
    let before = (launch.isFired ? nil : launch.beforeNanoseconds).map { before in
      OTLPSpan(
        id: identity.span(.before(dispatch.id)), parent: id, name: "before the composite",
        start: began.minus(before), end: began,
        attributes: [OTLPAttribute(.beforeTime, before)].compactMap(\.self))
    }
    return [whole] + (before.map { [$0] } ?? []) + creations
      + launch.marks.map { span(of: $0, in: launch, endingWith: dispatch.id) }
  }
}
