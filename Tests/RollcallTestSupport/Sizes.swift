/// Whether the tests test optimised code.
///
/// Large sizes are for that: it is what people run. A debug build takes ten to fifty times as long for the same, and a
/// sanitizer three times as long again.
#if DEBUG && !ROLLCALL_OPTIMISED
package let isOptimised = false
#else
package let isOptimised = true
#endif

/// Returns the count, or a tenth of it where the code is not optimised.
package func sized(_ count: Int) -> Int { isOptimised ? count : max(1, count / 10) }
