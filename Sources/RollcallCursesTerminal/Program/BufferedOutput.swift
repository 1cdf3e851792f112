import RollcallCTerminal

/// The C library's buffer for standard output.
package enum BufferedOutput {
  /// Flushes the buffer, unless another thread is printing. Never blocks: a thread that reads a line locks its stream,
  /// and flushing all streams would wait for that.
  package static func flush() { rollcall_flush_standard_output() }

  /// Makes standard output flush after each line, even if it is not a terminal. Call it before anything is printed, or
  /// after a flush.
  package static func bufferByLine() { rollcall_buffer_standard_output_by_line() }
}
