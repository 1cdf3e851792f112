import Foundation

/// Writes a recording of a busy application. Three of ten entries are dispatches to eight modules, six are acquired or
/// cleaned objects, and one is a module change, a warning or a printed line.
struct RecordingText {
  private static let modules = [
    "Session", "Scene", "Store", "Push", "Analytics", "ImageCache", "Checkout", "Reachability",
  ]
  private static let events = [
    "didBecomeActive", "willResignActive", "openURL", "didEnterBackground", "continueUserActivity",
  ]
  private var buffer: [UInt8] = []
  private var time: UInt64 = 1_000_000
  private var number: UInt64 = 0

  /// Writes a header and this many entries to a file.
  static func write(entries count: Int, to path: String) throws {
    try Data().write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    var text = RecordingText()
    text.add(#"{"application":"Storefront","rollcall":1,"started_ns":1763739860000000000}"#)
    for index in 0..<count {
      text.addEntry(index)
      if text.buffer.count > 1 << 20 { try text.flush(to: file) }
    }
    try text.flush(to: file)
    try file.close()
  }

  private mutating func flush(to file: FileHandle) throws {
    try file.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ line: String) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(0x0A)
  }

  private mutating func addEntry(_ index: Int) {
    time += 1_000 + UInt64(index % 977) * 31
    number += 1
    let module = Self.modules[index % 8]
    switch index % 10 {
    case 0, 3, 6: addDispatch(index)
    case 1, 4, 7:
      add(
        #"{"at_ns":\#(time),"dispatch":\#(number / 3),"id":\#(number),"kind":"request","lifetime":"module","name":"#
          + #""GET /products/\#(index % 500)","number":\#(index / 10 + 1),"owner":"\#(module)","owner_id":\#(index % 8 + 1),"#
          + #""type":"owned"}"#)
    case 2, 5, 8:
      add(
        #"{"at_ns":\#(time),"cleanup_ns":\#(400 + index % 900),"id":\#(number - 1),"kind":"request","late_release":false,"#
          + #""lifetime":"module","name":"GET /products/\#((index - 1) % 500)","number":\#(index / 10 + 1),"owner":"\#(module)","#
          + #""owner_id":\#(index % 8 + 1),"reason":"finished","thread":"main","type":"released"}"#)
    default:
      switch index % 3 {
      case 0:
        add(
          #"{"at_ns":\#(time),"change":"switchedOff","handles":["didBecomeActive","openURL"],"id":\#(index % 8 + 1),"#
            + #""late_release":false,"main":false,"name":"\#(module)","on":false,"order":\#(index % 8 + 1),"owner_id":3,"#
            + #""type":"module"}"#)
      case 1:
        add(
          #"{"at_ns":\#(time),"dispatch":\#(number / 3),"kind":"overBudget","message":"openURL took 612 ms, and may take "#
            + #"500 ms.","module":"\#(module)","type":"warning"}"#)
      default:
        add(
          #"{"at_ns":\#(time),"event":"openURL","line":"→ \"pay:\#(index)\" für \#(module)","module":"\#(module)","#
            + #""type":"output"}"#)
      }
    }
  }

  private mutating func addDispatch(_ index: Int) {
    let event = Self.events[index % 5]
    let isAsked = event == "openURL"
    var start: UInt64 = 0
    let handlers = Self.modules.indices.map { place -> String in
      let took = 900 + UInt64((index &* 31 &+ place &* 977) % 40_000)
      defer { start += took }
      let answer = isAsked ? "answered" : "returned"
      return
        #"{"module":"\#(Self.modules[place])","module_id":\#(place + 1),"order":\#(place + 1),"outcome":"\#(answer)","#
        + #""self_ns":\#(took),"start_ns":\#(start),"total_ns":\#(took),"value":\#(isAsked ? "\(place == 2)" : "null")}"#
    }
    let arguments = isAsked ? #"{"options":{"sourceApplication":"com.example.mail"},"url":"pay:\#(index)"}"# : "null"
    add(
      #"{"arguments":\#(arguments),"at_ns":\#(time),"event":"\#(event)","handlers":["# + handlers.joined(separator: ",")
        + #"],"id":\#(number),"out_of_state":false,"replay":false,"response":\#(isAsked ? "true" : "null"),"#
        + #""state":"active","total_ns":\#(start),"type":"dispatch"}"#)
    time += start
  }
}
