// What must be found by signal handlers, and so can't live in Swift.
//
// It is allocated once and given to every function. It can't be a global variable here: each object file that uses a
// static function of a system library brings its own copy of the variables that the function names.

#ifndef ROLLCALL_STATE_H
#define ROLLCALL_STATE_H

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>

#define ROLLCALL_PIPED_SIGNALS 7
#define ROLLCALL_CRASH_SIGNALS 6
#define ROLLCALL_SIGNAL_STACK (64 * 1024)
#define ROLLCALL_OUTPUT_CHUNK (16 * 1024)
#define ROLLCALL_KEPT_OUTPUT (256 * 1024)

/// The device of the terminal, opened so that no write to it can block.
struct rollcall_device {
  int descriptor;
  /// Whether it has not taken all of the latest frame.
  int is_behind;
  /// How many milliseconds in which it takes nothing are waited for when it is given back.
  int patience;
  /// Its modes before, and while the screen is up.
  struct termios original;
  struct termios working;
};

/// The descriptors of a capture.
struct rollcall_capture {
  int reading;
  int original_output;
  int original_error;
  /// Standard error once more; where that is a terminal, opened so that no write can block.
  int report;
};

/// How far a capture is.
#define ROLLCALL_NOT_CAPTURED 0
#define ROLLCALL_CAPTURED 1
#define ROLLCALL_BEING_RELEASED 2

/// What was printed while the screen was up.
struct rollcall_output {
  struct rollcall_capture capture;
  int state;
  int is_reading;
  size_t total;
  size_t replayed;
  char chunk[ROLLCALL_OUTPUT_CHUNK];
  char kept[ROLLCALL_KEPT_OUTPUT];
};

/// Whose business it is to give the terminal back: of no thread, of the one that draws, of one that is ending the process,
/// or of no thread again, because that one has done so.
#define ROLLCALL_IDLE 0
#define ROLLCALL_ARMED 1
#define ROLLCALL_ENDING 2
#define ROLLCALL_ENDED 3

/// How to give the terminal back.
struct rollcall_crash {
  int phase;
  int is_drawing;
  int is_at_exit_registered;
  int calls_previous;
  pthread_t drawer;
  pthread_t ender;
  char restore[512];
  size_t restore_length;
  char program[64];
  const char *volatile *subject;
  const char *volatile *activity;
  struct sigaction previous[ROLLCALL_CRASH_SIGNALS];
  char stacks[2][ROLLCALL_SIGNAL_STACK];
};

/// What was done about the terminal's signals before.
struct rollcall_signals {
  int is_installed;
  struct sigaction previous[ROLLCALL_PIPED_SIGNALS];
};

/// The screen of curses. What it draws goes to a file in memory, up to its position, and from there to the device.
struct rollcall_screen {
  void *screen;
  FILE *drawn;
  off_t sent;
};

struct rollcall_terminal {
  struct rollcall_device device;
  struct rollcall_screen screen;
  struct rollcall_signals signals;
  struct rollcall_crash crash;
  struct rollcall_output output;
};

/// Allocates the state, all zero; for ever, because a handler may look at it at any time.
static inline struct rollcall_terminal *rollcall_make_terminal(void) {
  return (struct rollcall_terminal *)calloc(1, sizeof(struct rollcall_terminal));
}

#endif
