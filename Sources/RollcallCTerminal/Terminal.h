// What the files of this target share.

#ifndef ROLLCALL_TERMINAL_H
#define ROLLCALL_TERMINAL_H

// `pipe2` and `memfd_create` of the C library.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "RollcallCTerminal.h"

/// The terminal's device, opened so that no write can block.
struct rollcall_device {
  int descriptor;
  /// Whether the device has not accepted all of the latest frame.
  int is_behind;
  /// How many milliseconds to wait while the terminal accepts nothing, when it is being restored.
  int patience;
  /// The modes from before, and those while the screen is shown.
  struct termios original;
  struct termios working;
};

extern struct rollcall_device rollcall_device;

/// Duplicates a descriptor. Child processes do not inherit the copy.
int rollcall_duplicate(int descriptor);

/// Restores the modes from before, and discards what the device has not accepted. Safe in a signal handler.
void rollcall_restore_modes(void);

/// Writes bytes to the device or to the report. Waits while bytes are accepted, and then until the terminal's patience is
/// used up. After that, it never waits again. Safe in a signal handler.
void rollcall_write_all(int descriptor, const char *bytes, size_t count);

/// Writes to standard error as it was before the capture. Safe in a signal handler.
void rollcall_report(const char *text);

/// Writes text to the report, made printable. Safe in a signal handler.
void rollcall_report_printable(struct rollcall_printable *text, const char *bytes, size_t count);

/// Returns whether a thread is ending the process, or has restored the terminal for its end. Safe in a signal handler.
int rollcall_is_ending(void);

#endif
