/// Returns the indentation of a row inside `depth` others.
package func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
