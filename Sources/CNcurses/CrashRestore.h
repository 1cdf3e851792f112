// The terminal as it was, also when the program traps: everything here may run in a signal handler.

#ifndef ROLLCALL_CRASH_RESTORE_H
#define ROLLCALL_CRASH_RESTORE_H

/// Whose terminal the handlers give back. Set and read by functions of the same object file.
static struct rollcall_terminal *rollcall_guarded = NULL;

struct rollcall_named_signal {
  int number;
  const char *name;
};

static inline struct rollcall_named_signal rollcall_crash_signal(int index) {
  const struct rollcall_named_signal signals[ROLLCALL_CRASH_SIGNALS] = {
      {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},
      {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGSEGV, "SIGSEGV"},
  };
  return signals[index];
}

/// Gives the calling thread a stack for signals, so that it survives the end of its own. Slot 0 or 1.
static inline void rollcall_use_signal_stack(struct rollcall_terminal *terminal, int slot) {
  stack_t stack, present;
  memset(&stack, 0, sizeof stack);
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
  stack.ss_sp = terminal->crash.stacks[slot];
  stack.ss_size = ROLLCALL_SIGNAL_STACK;
  (void)sigaltstack(&stack, NULL);
}

/// Whether the phase was one, and is another now.
static inline int rollcall_change_phase(struct rollcall_terminal *terminal, int before, int after) {
  return __atomic_compare_exchange_n(
      &terminal->crash.phase, &before, after, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline int rollcall_phase(struct rollcall_terminal *terminal) {
  return __atomic_load_n(&terminal->crash.phase, __ATOMIC_SEQ_CST);
}

/// To be called by the drawing thread after everything that touches the terminal or the captured output. Does not return
/// when the program is ending: the terminal then belongs to the thread that ends it.
static inline void rollcall_end_drawing(struct rollcall_terminal *terminal) {
  __atomic_store_n(&terminal->crash.is_drawing, 0, __ATOMIC_SEQ_CST);
  while (rollcall_phase(terminal) >= ROLLCALL_ENDING) (void)pause();
}

/// The same before.
static inline void rollcall_begin_drawing(struct rollcall_terminal *terminal) {
  __atomic_store_n(&terminal->crash.is_drawing, 1, __ATOMIC_SEQ_CST);
  if (rollcall_phase(terminal) >= ROLLCALL_ENDING) rollcall_end_drawing(terminal);
}

/// Waits while the drawing thread writes, but not for ever.
static inline void rollcall_wait_for_drawing(struct rollcall_terminal *terminal) {
  if (pthread_equal(pthread_self(), terminal->crash.drawer)) return;
  for (int wait = 0; wait < 200 && __atomic_load_n(&terminal->crash.is_drawing, __ATOMIC_SEQ_CST); wait++) {
    (void)poll(NULL, 0, 1);
  }
}

/// Gives the terminal its modes and its other screen back; may be called in a signal handler.
///
/// Others of its process group, such as the make that started it, may have stopped already, and the shell may have taken
/// the terminal by now. Then leaving the screen must not stop the program halfway (SIGTTOU), and modes that the shell has
/// set itself stay.
static inline void rollcall_leave_terminal(struct rollcall_terminal *terminal) {
  struct rollcall_device *device = &terminal->device;
  sigset_t only, mask;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGTTOU);
  (void)pthread_sigmask(SIG_BLOCK, &only, &mask);
  // What the terminal has not taken of a frame makes room; it may be one that takes nothing at all.
  device->patience = device->is_behind ? 100 : 1000;
  if (device->is_behind) (void)tcflush(device->descriptor, TCOFLUSH);
  struct termios present;
  if (tcgetpgrp(device->descriptor) == getpgrp() || tcgetattr(device->descriptor, &present) != 0 ||
      rollcall_are_same_modes(&present, &device->working)) {
    (void)tcsetattr(device->descriptor, TCSANOW, &device->original);
  }
  rollcall_write_all(terminal, device->descriptor, terminal->crash.restore, terminal->crash.restore_length);
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/// Puts the terminal back and prints what was captured. Gives whether that was still to be done; where another thread is
/// doing it, it has done so when this returns. A thread that ends the process by a crash never has: it ends all others.
static inline int rollcall_restore_now(struct rollcall_terminal *terminal) {
  if (!rollcall_change_phase(terminal, ROLLCALL_ARMED, ROLLCALL_ENDING)) {
    rollcall_wait_for_drawing(terminal);
    while (rollcall_phase(terminal) == ROLLCALL_ENDING && !pthread_equal(pthread_self(), terminal->crash.ender)) {
      (void)poll(NULL, 0, 1);
    }
    return 0;
  }
  terminal->crash.ender = pthread_self();
  rollcall_wait_for_drawing(terminal);
  rollcall_leave_terminal(terminal);
  rollcall_release_output(terminal);
  return 1;
}

static inline const char *rollcall_slot_text(const char *volatile *slot) { return slot == NULL ? NULL : *slot; }

/// Reports a name on one line, made printable.
static inline void rollcall_report_name(struct rollcall_terminal *terminal, const char *name) {
  struct rollcall_printable text;
  memset(&text, 0, sizeof text);
  text.is_line = 1;
  rollcall_report_printable(terminal, &text, name, strlen(name));
}

static inline void rollcall_report_crash(struct rollcall_terminal *terminal, int number) {
  const char *subject = rollcall_slot_text(terminal->crash.subject);
  const char *activity = rollcall_slot_text(terminal->crash.activity);
  rollcall_report(terminal, terminal->crash.program);
  rollcall_report(terminal, ": ");
  if (subject != NULL) {
    rollcall_report_name(terminal, subject);
    rollcall_report(terminal, " ");
  }
  rollcall_report(terminal, "crashed");
  if (activity != NULL) {
    rollcall_report(terminal, " in ");
    rollcall_report_name(terminal, activity);
  }
  rollcall_report(terminal, " (");
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    struct rollcall_named_signal signal = rollcall_crash_signal(index);
    if (signal.number == number) rollcall_report(terminal, signal.name);
  }
  rollcall_report(terminal, ").\n");
}

/// Calls the handler that was there before, such as Swift's own, which prints where the program was.
static inline void rollcall_call_previous(struct rollcall_terminal *terminal, int number, siginfo_t *info, void *context) {
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    if (rollcall_crash_signal(index).number != number) continue;
    struct sigaction *previous = &terminal->crash.previous[index];
    if (previous->sa_flags & SA_SIGINFO) {
      if (previous->sa_sigaction != NULL) previous->sa_sigaction(number, info, context);
    } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
      previous->sa_handler(number);
    }
  }
}

/// Restores, lets the handler before this one speak if that is wanted, and has the last word: what the program was
/// doing.
static inline void rollcall_handle_crash(int number, siginfo_t *info, void *context) {
  int is_first = rollcall_restore_now(rollcall_guarded);
  if (is_first) {
    if (rollcall_guarded->crash.calls_previous) rollcall_call_previous(rollcall_guarded, number, info, context);
    rollcall_report_crash(rollcall_guarded, number);
  }
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    (void)sigaction(rollcall_crash_signal(index).number, &standard, NULL);
  }
  (void)raise(number);
}

static inline void rollcall_restore_at_exit(void) {
  if (rollcall_restore_now(rollcall_guarded)) (void)rollcall_change_phase(rollcall_guarded, ROLLCALL_ENDING, ROLLCALL_ENDED);
}

/// From here on, an end of the program in any way but `SIGKILL` puts the terminal back.
static inline void rollcall_arm_restore(
    struct rollcall_terminal *terminal, const char *restore, size_t length, const char *program, const void *subject,
    const void *activity) {
  struct rollcall_crash *crash = &terminal->crash;
  rollcall_guarded = terminal;
  crash->restore_length = length < sizeof crash->restore ? length : sizeof crash->restore;
  memcpy(crash->restore, restore, crash->restore_length);
  (void)snprintf(crash->program, sizeof crash->program, "%s", program);
  crash->subject = (const char *volatile *)subject;
  crash->activity = (const char *volatile *)activity;
  // On a terminal, Swift's own handler prints pages and then waits for a key; so only for who asked for it.
  crash->calls_previous = getenv("SWIFT_BACKTRACE") != NULL;
  crash->is_drawing = 0;
  crash->drawer = pthread_self();
  rollcall_use_signal_stack(terminal, 0);
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = rollcall_handle_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigaction(rollcall_crash_signal(index).number, &action, &crash->previous[index]);
  }
  if (!crash->is_at_exit_registered) crash->is_at_exit_registered = atexit(rollcall_restore_at_exit) == 0;
  __atomic_store_n(&crash->phase, ROLLCALL_ARMED, __ATOMIC_SEQ_CST);
}

/// Says that the calling thread is the one that draws from now on.
static inline void rollcall_become_drawer(struct rollcall_terminal *terminal) {
  terminal->crash.drawer = pthread_self();
  rollcall_use_signal_stack(terminal, 1);
}

/// Ends the guard, because the terminal is being put back in the orderly way. Gives whether that is still to be done.
static inline int rollcall_disarm_restore(struct rollcall_terminal *terminal) {
  if (!rollcall_change_phase(terminal, ROLLCALL_ARMED, ROLLCALL_IDLE)) return 0;
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    (void)sigaction(rollcall_crash_signal(index).number, &terminal->crash.previous[index], NULL);
  }
  return 1;
}

#endif
