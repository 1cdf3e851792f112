import Foundation
import ModuleLifecycle
import RollcallTestingAdditions
import Testing

@testable import RollcallUIKit

@Suite(.inTurn, .serialized) struct PropertyListTests {
  private struct Key: RawRepresentable, Hashable { let rawValue: String }

  @Test func aPushedDictionaryBecomesPlainValues() {
    let pushed: [AnyHashable: Any] = [
      "aps": ["content-available": 1, "alert": ["title": "Parcel"], "list": [true, 2.5, "x"]] as [String: Any],
      "flag": true, "none": NSNull(), "date": Date(timeIntervalSince1970: 0), 7: "no text as a key",
    ]
    let members = PropertyList.members(of: pushed)
    expectEqual(members.keys.sorted(), ["aps", "date", "flag", "none"])
    expectEqual(
      members["aps"]?.json, #"{"alert":{"title":"Parcel"},"content-available":1,"list":[true,2.5,"x"]}"#)
    #expect(members["flag"] == .bool(true) && members["none"] == .null)
    expectEqual(members["date"], .string("1970-01-01 00:00:00 +0000"))
  }

  @Test func optionsBecomeStringsByTheirKeys() throws {
    let options: [Key: Any] = [
      Key(rawValue: "url"): try #require(URL(string: "pay:42")), Key(rawValue: "source"): "mail",
      Key(rawValue: "inPlace"): NSNumber(value: true), Key(rawValue: "push"): ["aps": ["badge": NSNumber(value: 2)]],
    ]
    expectEqual(
      PropertyList.texts(of: options),
      ["url": "pay:42", "source": "mail", "inPlace": "true", "push": #"{"aps":{"badge":2}}"#])
  }

  @Test func aTokenIsWrittenInHexadecimal() {
    expectEqual(PropertyList.hexadecimal(Data([0xa1, 0x0b, 0x00, 0xff])), "a10b00ff")
    expectEqual(PropertyList.hexadecimal(Data()), "")
  }
}
