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

/// What was printed while the screen was up.
struct rollcall_output {
  int reading;
  int original_output;
  int original_error;
  int is_captured;
  int is_reading;
  size_t total;
  size_t replayed;
  char chunk[ROLLCALL_OUTPUT_CHUNK];
  char kept[ROLLCALL_KEPT_OUTPUT];
};

/// How to give the terminal back.
struct rollcall_crash {
  int is_armed;
  int is_stopping;
  int is_drawing;
  int is_at_exit_registered;
  int calls_previous;
  int device;
  pthread_t drawer;
  struct termios modes;
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

/// The screen of curses, on the terminal's device.
struct rollcall_screen {
  void *screen;
  FILE *input;
  FILE *output;
};

struct rollcall_terminal {
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
