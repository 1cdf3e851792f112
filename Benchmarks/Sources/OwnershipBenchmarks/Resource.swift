/// The resource behind an owned object. The object's cleanup captures it.
protocol Resource: Sendable {
  init(number: Int)
  var number: Int { get }
}

/// A plain number: the least that a cleanup can capture.
struct NumberResource: Resource {
  let number: Int
}

/// A class instance that is created when the object is registered, as timers and requests are.
final class InstanceResource: Resource {
  let number: Int

  init(number: Int) { self.number = number }
}
