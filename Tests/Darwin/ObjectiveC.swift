// swift-format-ignore-file
// Stand-ins for the parts of the module ObjectiveC that the sources use: https://developer.apple.com/documentation/objectivec

// https://developer.apple.com/documentation/objectivec/nsobjectprotocol
public protocol NSObjectProtocol: AnyObject {}

// https://developer.apple.com/documentation/objectivec/nsobject
open class NSObject: NSObjectProtocol, Hashable, CustomStringConvertible {
  public init() { fatalError() }
  open var description: String { fatalError() }
  public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

// https://developer.apple.com/documentation/objectivec/autoreleasepool(invoking:)
public func autoreleasepool<E, Result: ~Copyable>(invoking body: () throws(E) -> Result) throws(E) -> Result {
  fatalError()
}
