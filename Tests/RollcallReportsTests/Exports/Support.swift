import RollcallRecordings

@testable import ModuleLifecycle
@testable import RollcallReports

/// An invented recording.
struct Sketch {
  var header = JournalHeader(application: "Shop", startedNanoseconds: 1_795_274_934_000_000_000)
  var entries: [AnyEntry] = []

  /// Returns the exported file.
  func export(_ format: ExportFormat, _ options: ExportOptions = ExportOptions()) throws -> String {
    // A class, because the sink escapes.
    final class Box { var bytes: [UInt8] = [] }
    let box = Box()
    var exporter = Exporter(format, of: header, options: options) { box.bytes += $0 }
    for entry in entries { try exporter.add(entry) }
    try exporter.end()
    return String(decoding: box.bytes, as: UTF8.self)
  }

  /// Creates a dispatch that ends with its last handler, unless a total is given.
  static func dispatch(
    _ id: DispatchID, _ event: String, at: UInt64 = 0, _ handlers: [HandlerSpan], total: UInt64? = nil,
    parent: (id: DispatchID, module: String, moduleID: ModuleID?)? = nil
  ) -> AnyEntry {
    .dispatch(
      DispatchEntry(
        id: id, parent: parent?.id, parentModule: parent?.module,
        parentModuleID: parent?.moduleID, event: event, arguments: .null,
        atNanoseconds: at,
        totalNanoseconds: total ?? handlers.map { $0.startNanoseconds.plus($0.totalNanoseconds) }.max() ?? 0,
        response: .null, state: .inactive, isOutOfState: false, handlers: handlers))
  }

  /// Creates a handler's call, with times in nanoseconds.
  static func span(
    _ module: String, id: UInt64 = 1, order: Int = 1, start: UInt64 = 0, total: UInt64, own: UInt64? = nil,
    parent: Int? = nil, part: String? = nil, suspended: UInt64? = nil, outcome: HandlerSpan.Outcome = .returned
  ) -> HandlerSpan {
    HandlerSpan(
      module: module, moduleID: ModuleID(rawValue: id), order: order, outcome: outcome, value: .null,
      startNanoseconds: start, selfNanoseconds: own ?? total, totalNanoseconds: total, parent: parent, part: part,
      suspendedNanoseconds: suspended)
  }

  /// Creates the registration of a module whose creation took these milliseconds.
  static func creation(
    _ name: String, id: UInt64, at: UInt64, milliseconds: UInt64, parent: UInt64? = nil
  ) -> AnyEntry {
    .module(
      ModuleEntry(
        change: .registered, id: ModuleID(rawValue: id), name: name, order: Int(id), isMain: false, isOn: true,
        owner: OwnerID(rawValue: id), parent: parent.map { ModuleID(rawValue: $0) }, atNanoseconds: at * 1_000_000,
        tookNanoseconds: milliseconds * 1_000_000, handles: []))
  }

  /// A launch with three modules. The creation of the first takes 300 ms.
  static let coldLaunch = Sketch(entries: [
    creation("Legacy", id: 1, at: 0, milliseconds: 300), creation("Cart", id: 4, at: 302, milliseconds: 8, parent: 3),
    creation("Shop", id: 3, at: 301, milliseconds: 10), creation("Feed", id: 2, at: 320, milliseconds: 1),
    dispatch(
      1, "didFinishLaunching", at: 400_000_000,
      [
        span("Legacy", id: 1, order: 1, total: 2_000_000),
        span("Feed", id: 2, order: 2, start: 2_000_000, total: 28_000_000),
      ]),
  ])

  /// Creates a launch that calls these modules, each 1 ms longer than the previous one.
  static func launch(of names: [String]) -> AnyEntry {
    var start: UInt64 = 0
    let spans = names.enumerated().map { index, name in
      let total = UInt64(index + 1) * 1_000_000
      defer { start += total }
      return span(name, id: UInt64(index + 1), order: index + 1, start: start, total: total)
    }
    return dispatch(1, "didFinishLaunching", spans)
  }
}
