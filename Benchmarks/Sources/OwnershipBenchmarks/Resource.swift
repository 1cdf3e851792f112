/// What an owned object stands for; its cleanup captures it.
protocol Resource: Sendable {
  init(number: Int)
  var number: Int { get }
}

/// Only a number: the least that a cleanup can capture.
struct NumberResource: Resource {
  let number: Int
}

/// An instance of a class that is made when the object is registered, as timers and requests are.
final class InstanceResource: Resource {
  let number: Int

  init(number: Int) { self.number = number }
}
