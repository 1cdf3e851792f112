// What a program needs of a terminal below curses: its device, the file that curses draws into, signals, what the program
// prints meanwhile, and the restore when the program ends, even by a crash.
//
// A process has one terminal. One thread at a time calls these functions, the drawing thread, unless a comment says
// otherwise. What a signal handler may call is said to be safe in one.

#ifndef ROLLCALL_CTERMINAL_H
#define ROLLCALL_CTERMINAL_H

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// MARK: Descriptors. Any thread may call these.

/// Opens the device behind a descriptor for reading and writing, without blocking. Returns -1 if there is none.
int rollcall_open_device(int descriptor);

/// Opens a pipe that child processes do not inherit. The reading end never blocks; the writing end does not if
/// requested. Returns 0, or -1.
int rollcall_open_pipe(int *reading, int *writing, int nonblocking_writer);

void rollcall_close(int descriptor);

/// Writes one byte. If the pipe is full, its reader is awake anyway.
void rollcall_write_byte(int writing);

/// Reads and discards what a pipe contains.
void rollcall_empty_pipe(int reading);

/// Returns the number of bytes that can be read without waiting.
int rollcall_unread_bytes(int descriptor);

/// Reads available input from a device without waiting. Returns the number of bytes.
int rollcall_read_available(int device, unsigned char *bytes, size_t capacity);

// The flags that `rollcall_wait` returns.
#define ROLLCALL_KEYS 1
#define ROLLCALL_WOKEN 2
#define ROLLCALL_SIGNALS 4
#define ROLLCALL_OUTPUT 8
#define ROLLCALL_DEVICE_GONE 16
#define ROLLCALL_OUTPUT_CLOSED 32
#define ROLLCALL_WRITABLE 64

/// Waits until a descriptor can be read, or the device can be written if requested. The timeout is in milliseconds; a
/// negative one waits for ever. Negative descriptors are skipped.
int rollcall_wait(int device, int wants_to_write, int waker, int signals, int output, int timeout);

// MARK: The process. Any thread may call these.

/// Adopts the user's character set. Returns whether it is UTF-8. Uses the C library's own UTF-8 locale if the user's
/// locale asks for UTF-8 but is not installed, or if UTF-8 is wanted regardless of the locale.
int rollcall_adopt_character_set(int wants_utf8);

/// Makes standard output line-buffered, although it is no terminal.
void rollcall_buffer_standard_output_by_line(void);

/// Flushes standard output, unless another thread is using it.
void rollcall_flush_standard_output(void);

/// Prints a text on standard error.
void rollcall_print_error(const char *text);

/// Starts a detached thread with a stack of 4 MiB. Returns an error code.
int rollcall_start_thread(void *(*body)(void *), void *argument);

/// Names the calling thread for debuggers and process viewers. At most 15 characters.
void rollcall_name_thread(const char *name);

/// Runs a program that is found in PATH, with bytes on its standard input, for so many milliseconds at most. Its output
/// is discarded. Returns its exit status; -1 if it has none. Blocks. Call it on a thread of its own: the thread gets no
/// SIGPIPE from then on.
int rollcall_run_with_input(char *const *arguments, const char *bytes, size_t count, int patience);

// MARK: The device

/// Sets the size to draw on a device, 80 by 24 if it has none. A device can claim 65,535 columns and rows, for which there
/// is no memory: at most 1,024 by 512 are drawn, in its upper left corner.
void rollcall_device_size(int device, int *columns, int *rows);

/// Returns whether the process may write files as large as a whole frame of a device. Curses draws into a file, and
/// ignores it when the file can't grow.
int rollcall_may_write_screen(int device);

/// Makes a device the process's terminal, and records its modes. Returns 0, or -1 if it is no terminal.
int rollcall_adopt_device(int descriptor);

/// Sets the modes for the program. In the background, this stops the program until it is in the foreground.
void rollcall_set_working_modes(void);

/// Returns whether two sets of modes agree in everything that programs and shells change.
int rollcall_are_same_modes(const struct termios *left, const struct termios *right);

/// Returns the signal that the terminal's driver sends for a control character; 0 if it sends none.
int rollcall_signal_of_key(unsigned char key);

// MARK: What curses draws

/// Opens the file that curses draws into, in memory if the system supports it. Null on failure.
FILE *rollcall_open_drawing(void);

void rollcall_close_drawing(void);

/// Discards what was drawn and not sent.
void rollcall_discard_drawn(void);

/// Adds bytes to the drawing.
void rollcall_draw_bytes(const char *bytes, size_t count);

/// Sends as much of the drawing as the terminal accepts without blocking. Returns whether that was everything.
int rollcall_send_drawn(void);

// MARK: Signals

/// Sends the terminal's signals into a pipe, as a byte each. Signals that the program inherited as ignored stay ignored.
void rollcall_install_signal_pipe(int writing);

/// Restores the previous signal handling.
void rollcall_remove_signal_pipe(void);

/// Reads a signal from the pipe; 0 if there is none.
int rollcall_read_signal(int reading);

/// Sends a signal to the program's process group, as the terminal's driver does for a key.
void rollcall_signal_group(int number);

/// Sends the calling thread a signal that waits until `rollcall_take_signal`. If the signal would stop the process, a
/// SIGCONT in between removes it. Returns the thread's signal mask.
sigset_t rollcall_send_waiting_signal(int number);

/// Performs the default action of a waiting signal, if it still waits. Returns if there is none, or after a stop.
void rollcall_take_signal(int number, sigset_t mask);

/// Performs a signal's default action in the calling thread. Returns if there is none, or after a stop.
void rollcall_raise_by_default(int number);

// MARK: What the program prints while the screen is shown

/// Replaces descriptors 1 and 2 with a pipe. Returns its reading end; or -1, and nothing has changed.
int rollcall_capture_output(void);

/// Reads printed output into a buffer, without waiting, and keeps its end for a crash handler. Returns the number of bytes.
/// Any thread may call it.
size_t rollcall_read_output(void *buffer, size_t capacity);

/// Restores descriptors 1 and 2 and prints all captured output, once. Safe in a signal handler.
void rollcall_release_output(void);

/// Forwards the output of child processes that outlive a capture. Ends when the last one has gone, or the reader of `error`
/// has.
void rollcall_pass_on_late_output(int reading, int error);

/// A text that is being made printable byte by byte. All zero at the start.
struct rollcall_printable {
  /// The bytes of an incomplete character, their number, and the number of bytes that the character has.
  unsigned char held[4];
  int count;
  int wanted;
  /// 1 after an escape character, 2 in a control sequence, 3 in a string for the terminal, 4 after an escape in that
  /// string.
  int sequence;
  int after_return;
  /// Whether line breaks become spaces.
  int is_line;
};

/// The largest number of output bytes for one input byte.
#define ROLLCALL_MOST_PRINTABLE 8

/// Processes a byte and outputs the printable bytes that are complete. Drops sequences for the terminal, and splits a
/// line that is overwritten into several. Does what `String.printable` of RollcallTerminalUI does, where Swift code can't
/// run; a test compares the two. Safe in a signal handler.
size_t rollcall_make_printable(struct rollcall_printable *text, unsigned char byte, char *out);

// MARK: The restore

/// Arms the restore: from now on, any end of the process except by SIGKILL restores the terminal. A crash then prints the
/// program's name and the note, which may change at any time.
void rollcall_arm_restore(const char *restore, size_t length, const char *program, const char *note);

/// Disarms the restore, because the terminal is being restored in the regular way. Returns whether that still has to be
/// done: 0 if another thread is restoring it.
int rollcall_disarm_restore(void);

/// Restores the terminal as at the end of the process. Any thread may call it.
void rollcall_restore_at_exit(void);

/// Restores the terminal's modes and its main screen. Safe in a signal handler.
void rollcall_leave_terminal(void);

/// Makes the calling thread the drawing thread. A frame that is too large for the limit on files is cut there, and does
/// not end the process (SIGXFSZ). macOS sends that signal to the process, so there the process ignores it.
void rollcall_become_drawer(void);

/// Begins a drawing operation, for which a crash on another thread waits. Does not return while the process is ending.
void rollcall_begin_drawing(void);

/// Ends a drawing operation. The drawing thread calls it after everything that touches the terminal or the captured
/// output. Does not return while the process is ending: the terminal then belongs to the thread that ends it.
void rollcall_end_drawing(void);

#endif
