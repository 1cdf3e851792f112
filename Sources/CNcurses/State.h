// State that signal handlers need to find, and that therefore can't be in Swift.
//
// It is allocated once and passed to every function. It can't be a global variable: each object file that uses a static
// function of a system library gets its own copy of the variables that the function uses.

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

struct rollcall_capture {
  int reading;
  int original_output;
  int original_error;
  /// A second standard error. If it is a terminal, it is opened so that no write can block.
  int report;
};

#define ROLLCALL_NOT_CAPTURED 0
#define ROLLCALL_CAPTURED 1
#define ROLLCALL_BEING_RELEASED 2

struct rollcall_output {
  struct rollcall_capture capture;
  int state;
  int is_reading;
  size_t total;
  size_t replayed;
  char chunk[ROLLCALL_OUTPUT_CHUNK];
  char kept[ROLLCALL_KEPT_OUTPUT];
};

/// Which thread has to restore the terminal: none, the drawing thread, a thread that is ending the process, or again
/// none after that thread has done it.
#define ROLLCALL_IDLE 0
#define ROLLCALL_ARMED 1
#define ROLLCALL_ENDING 2
#define ROLLCALL_ENDED 3

/// How to restore the terminal when the program ends.
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
  const volatile char *note;
  struct sigaction previous[ROLLCALL_CRASH_SIGNALS];
  char stacks[2][ROLLCALL_SIGNAL_STACK];
};

struct rollcall_signals {
  int is_installed;
  struct sigaction previous[ROLLCALL_PIPED_SIGNALS];
};

/// The screen of curses. It draws into a file in memory, up to the file's position; `sent` is how much of that was sent
/// to the device.
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

/// Allocates the state, all zero. It is never freed, because a handler can use it at any time.
static inline struct rollcall_terminal *rollcall_make_terminal(void) {
  return (struct rollcall_terminal *)calloc(1, sizeof(struct rollcall_terminal));
}

#endif
