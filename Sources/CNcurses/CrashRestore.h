// Restores the terminal, even when the program traps. Everything here can run in a signal handler.

#ifndef ROLLCALL_CRASH_RESTORE_H
#define ROLLCALL_CRASH_RESTORE_H

/// The terminal that the handlers restore. Set and read by functions of the same object file.
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

/// Gives the calling thread a stack for signals, so that handlers still run after a stack overflow. The slot is 0 or 1.
static inline void rollcall_use_signal_stack(struct rollcall_terminal *terminal, int slot) {
  stack_t stack, present;
  memset(&stack, 0, sizeof stack);
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
  stack.ss_sp = terminal->crash.stacks[slot];
  stack.ss_size = ROLLCALL_SIGNAL_STACK;
  (void)sigaltstack(&stack, NULL);
}

/// Changes the phase from one value to another. Returns whether it had the first value.
static inline int rollcall_change_phase(struct rollcall_terminal *terminal, int before, int after) {
  return __atomic_compare_exchange_n(
      &terminal->crash.phase, &before, after, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static inline int rollcall_phase(struct rollcall_terminal *terminal) {
  return __atomic_load_n(&terminal->crash.phase, __ATOMIC_SEQ_CST);
}

/// Ends a drawing operation. The drawing thread must call it after everything that touches the terminal or the captured
/// output. Does not return while the program is ending: the terminal then belongs to the thread that ends it.
static inline void rollcall_end_drawing(struct rollcall_terminal *terminal) {
  __atomic_store_n(&terminal->crash.is_drawing, 0, __ATOMIC_SEQ_CST);
  while (rollcall_phase(terminal) >= ROLLCALL_ENDING) (void)pause();
}

/// Begins a drawing operation; the counterpart of `rollcall_end_drawing`. Does not return while the program is ending.
static inline void rollcall_begin_drawing(struct rollcall_terminal *terminal) {
  __atomic_store_n(&terminal->crash.is_drawing, 1, __ATOMIC_SEQ_CST);
  if (rollcall_phase(terminal) >= ROLLCALL_ENDING) rollcall_end_drawing(terminal);
}

/// Waits while the drawing thread is writing, but at most 200 ms.
static inline void rollcall_wait_for_drawing(struct rollcall_terminal *terminal) {
  if (pthread_equal(pthread_self(), terminal->crash.drawer)) return;
  for (int wait = 0; wait < 200 && __atomic_load_n(&terminal->crash.is_drawing, __ATOMIC_SEQ_CST); wait++) {
    (void)poll(NULL, 0, 1);
  }
}

/// Restores the terminal's modes and its other screen. Can be called in a signal handler.
///
/// Other processes of the same group, such as the make that started this one, may have stopped already, and the shell
/// may control the terminal by now. In that case, leaving the screen must not stop the program halfway (SIGTTOU), and
/// modes set by the shell must stay.
static inline void rollcall_leave_terminal(struct rollcall_terminal *terminal) {
  struct rollcall_device *device = &terminal->device;
  sigset_t only, mask;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGTTOU);
  (void)pthread_sigmask(SIG_BLOCK, &only, &mask);
  // Discards the unsent part of a frame. A terminal that is behind may not accept anything at all.
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

/// Restores the terminal and prints the captured output. Returns whether this call did it. If another thread is doing
/// it, waits until that has finished. If that thread ends the process by a crash, this never returns.
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

/// Reports what the program was doing, on one line.
static inline void rollcall_report_crash(struct rollcall_terminal *terminal, int number) {
  const char *note = (const char *)terminal->crash.note;
  rollcall_report(terminal, terminal->crash.program);
  rollcall_report(terminal, ": ");
  if (note != NULL && *note != 0) {
    struct rollcall_printable text;
    memset(&text, 0, sizeof text);
    text.is_line = 1;
    rollcall_report_printable(terminal, &text, note, strlen(note));
  } else {
    rollcall_report(terminal, "crashed");
  }
  rollcall_report(terminal, " (");
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    struct rollcall_named_signal signal = rollcall_crash_signal(index);
    if (signal.number == number) rollcall_report(terminal, signal.name);
  }
  rollcall_report(terminal, ").\n");
}

/// Calls the previous handler, such as Swift's own, which prints a backtrace.
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

/// Restores the terminal, calls the previous handler if requested, and finally prints what the program was doing.
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

/// Arms the restore: any end of the program except by `SIGKILL` now restores the terminal.
static inline void rollcall_arm_restore(
    struct rollcall_terminal *terminal, const char *restore, size_t length, const char *program, const char *note) {
  struct rollcall_crash *crash = &terminal->crash;
  rollcall_guarded = terminal;
  crash->restore_length = length < sizeof crash->restore ? length : sizeof crash->restore;
  memcpy(crash->restore, restore, crash->restore_length);
  (void)snprintf(crash->program, sizeof crash->program, "%s", program);
  crash->note = note;
  // On a terminal, Swift's own handler prints pages and then waits for a key. It is called only if the user asked for
  // it.
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

/// Makes the calling thread the drawing thread. A frame that is too large for the limit on files is cut there, and does
/// not end the process (SIGXFSZ). macOS sends that signal to the process, so there the process ignores it.
static inline void rollcall_become_drawer(struct rollcall_terminal *terminal) {
#if defined(__APPLE__)
  struct sigaction present;
  if (sigaction(SIGXFSZ, NULL, &present) == 0 && present.sa_handler == SIG_DFL) (void)signal(SIGXFSZ, SIG_IGN);
#endif
  sigset_t only;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGXFSZ);
  (void)pthread_sigmask(SIG_BLOCK, &only, NULL);
  terminal->crash.drawer = pthread_self();
  rollcall_use_signal_stack(terminal, 1);
}

/// Disarms the restore, because the terminal is being restored in the regular way. Returns whether that still has to be
/// done.
static inline int rollcall_disarm_restore(struct rollcall_terminal *terminal) {
  if (!rollcall_change_phase(terminal, ROLLCALL_ARMED, ROLLCALL_IDLE)) return 0;
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    (void)sigaction(rollcall_crash_signal(index).number, &terminal->crash.previous[index], NULL);
  }
  return 1;
}

#endif
