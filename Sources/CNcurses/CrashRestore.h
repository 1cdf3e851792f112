// The terminal as it was, also when the program traps: everything here may run in a signal handler.

#ifndef ROLLCALL_CRASH_RESTORE_H
#define ROLLCALL_CRASH_RESTORE_H

/// Whose terminal the handlers give back. Set and read by functions of the same object file.
static struct rollcall_terminal *rollcall_guarded = NULL;

static inline int rollcall_crash_signal(int index) {
  const int signals[ROLLCALL_CRASH_SIGNALS] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  return signals[index];
}

static inline const char *rollcall_crash_signal_name(int number) {
  switch (number) {
  case SIGILL: return "SIGILL";
  case SIGTRAP: return "SIGTRAP";
  case SIGABRT: return "SIGABRT";
  case SIGBUS: return "SIGBUS";
  case SIGFPE: return "SIGFPE";
  default: return "SIGSEGV";
  }
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

static inline void rollcall_park(void) {
  for (;;) (void)pause();
}

/// To be called by the drawing thread around everything that touches the terminal or the captured output. Does not
/// return when the program is ending: the terminal then belongs to who ends it.
static inline void rollcall_begin_drawing(struct rollcall_terminal *terminal) {
  __atomic_store_n(&terminal->crash.is_drawing, 1, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n(&terminal->crash.is_stopping, __ATOMIC_SEQ_CST)) return;
  __atomic_store_n(&terminal->crash.is_drawing, 0, __ATOMIC_SEQ_CST);
  rollcall_park();
}

static inline void rollcall_end_drawing(struct rollcall_terminal *terminal) {
  __atomic_store_n(&terminal->crash.is_drawing, 0, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&terminal->crash.is_stopping, __ATOMIC_SEQ_CST)) rollcall_park();
}

/// Waits while the drawing thread writes, but not for ever.
static inline void rollcall_wait_for_drawing(struct rollcall_terminal *terminal) {
  if (pthread_equal(pthread_self(), terminal->crash.drawer)) return;
  for (int wait = 0; wait < 200 && __atomic_load_n(&terminal->crash.is_drawing, __ATOMIC_SEQ_CST); wait++) {
    (void)poll(NULL, 0, 1);
  }
}

/// Puts the terminal back and prints what was captured. Gives whether that was still to be done.
static inline int rollcall_restore_now(struct rollcall_terminal *terminal) {
  struct rollcall_crash *crash = &terminal->crash;
  if (!__atomic_exchange_n(&crash->is_armed, 0, __ATOMIC_SEQ_CST)) {
    rollcall_wait_for_drawing(terminal);
    return 0;
  }
  __atomic_store_n(&crash->is_stopping, 1, __ATOMIC_SEQ_CST);
  rollcall_wait_for_drawing(terminal);
  (void)tcsetattr(crash->device, TCSANOW, &crash->modes);
  rollcall_write_all(crash->device, crash->restore, crash->restore_length);
  rollcall_release_output(terminal);
  return 1;
}

static inline const char *rollcall_slot_text(const char *volatile *slot) { return slot == NULL ? NULL : *slot; }

/// Writes a name on one line, made printable.
static inline void rollcall_write_name(int target, const char *name) {
  struct rollcall_printable text;
  memset(&text, 0, sizeof text);
  text.is_line = 1;
  rollcall_write_printable(target, &text, name, strlen(name));
}

static inline void rollcall_write_last_line(struct rollcall_terminal *terminal, int number) {
  int target = terminal->output.original_error;
  const char *subject = rollcall_slot_text(terminal->crash.subject);
  const char *activity = rollcall_slot_text(terminal->crash.activity);
  rollcall_write_text(target, terminal->crash.program);
  rollcall_write_text(target, ": ");
  if (subject != NULL) {
    rollcall_write_name(target, subject);
    rollcall_write_text(target, " ");
  }
  rollcall_write_text(target, "crashed");
  if (activity != NULL) {
    rollcall_write_text(target, " in ");
    rollcall_write_name(target, activity);
  }
  rollcall_write_text(target, " (");
  rollcall_write_text(target, rollcall_crash_signal_name(number));
  rollcall_write_text(target, ").\n");
}

/// Calls the handler that was there before, such as Swift's own, which prints where the program was.
static inline void rollcall_call_previous(struct rollcall_terminal *terminal, int number, siginfo_t *info, void *context) {
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    if (rollcall_crash_signal(index) != number) continue;
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
    rollcall_write_last_line(rollcall_guarded, number);
  }
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    (void)sigaction(rollcall_crash_signal(index), &standard, NULL);
  }
  (void)raise(number);
}

static inline void rollcall_restore_at_exit(void) { (void)rollcall_restore_now(rollcall_guarded); }

/// Remembers the device and its modes, to be called before anything changes. Gives 0 if it is a terminal.
static inline int rollcall_remember_modes(struct rollcall_terminal *terminal, int device) {
  terminal->crash.device = device;
  return tcgetattr(device, &terminal->crash.modes);
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
  crash->is_stopping = 0;
  crash->is_drawing = 0;
  crash->drawer = pthread_self();
  rollcall_use_signal_stack(terminal, 0);
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = rollcall_handle_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigaction(rollcall_crash_signal(index), &action, &crash->previous[index]);
  }
  if (!crash->is_at_exit_registered) crash->is_at_exit_registered = atexit(rollcall_restore_at_exit) == 0;
  __atomic_store_n(&crash->is_armed, 1, __ATOMIC_SEQ_CST);
}

/// Says that the calling thread is the one that draws from now on.
static inline void rollcall_become_drawer(struct rollcall_terminal *terminal) {
  terminal->crash.drawer = pthread_self();
  rollcall_use_signal_stack(terminal, 1);
}

/// Ends the guard, because the terminal is being put back in the orderly way. Gives whether that is still to be done.
static inline int rollcall_disarm_restore(struct rollcall_terminal *terminal) {
  if (!__atomic_exchange_n(&terminal->crash.is_armed, 0, __ATOMIC_SEQ_CST)) return 0;
  for (int index = 0; index < ROLLCALL_CRASH_SIGNALS; index++) {
    (void)sigaction(rollcall_crash_signal(index), &terminal->crash.previous[index], NULL);
  }
  return 1;
}

#endif
