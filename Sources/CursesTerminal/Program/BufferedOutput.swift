import CNcurses

/// What the C library keeps of what was printed.
package enum BufferedOutput {
  /// Writes it out, unless another thread is printing. It waits for nobody: a thread that reads a line keeps the stream
  /// that it reads from, and flushing all streams would wait for that.
  package static func flush() { rollcall_flush_standard_output() }

  /// Has every line written out when it ends, also where standard output is no terminal. To be called before something
  /// is printed, or after a flush.
  package static func bufferByLine() { rollcall_buffer_standard_output_by_line() }
}
