/// Handwritten lines of recordings.
package enum Lines {
  package static let header = #"{"application":"Storefront","rollcall":1,"started_ns":5}"#

  package static func dispatch(_ id: Int, _ event: String, at: UInt64, total: UInt64 = 10, parent: Int? = nil) -> String
  {
    let parent = parent.map { #""parent":\#($0),"parent_module":"Session","# } ?? ""
    return #"{"arguments":null,"at_ns":\#(at),"event":"\#(event)","handlers":[],"id":\#(id),"out_of_state":false,"#
      + #"\#(parent)"replay":false,"response":null,"state":"active","total_ns":\#(total),"type":"dispatch"}"#
  }

  package static func output(_ line: String, at: UInt64) -> String {
    #"{"at_ns":\#(at),"line":"\#(line)","type":"output"}"#
  }
}
