// Restores the terminal, even when the program traps. Everything that a signal handler reaches is safe there.

#include "Terminal.h"

#define CRASH_SIGNALS 6
#define SIGNAL_STACK (64 * 1024)

static const struct {
  int number;
  const char *name;
} crashes[CRASH_SIGNALS] = {
    {SIGILL, "SIGILL"}, {SIGTRAP, "SIGTRAP"}, {SIGABRT, "SIGABRT"},
    {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"}, {SIGSEGV, "SIGSEGV"},
};

/// Which thread has to restore the terminal: none, the drawing thread, a thread that is ending the process, or again
/// none after that thread has done it.
enum { IDLE, ARMED, ENDING, ENDED };

static atomic_int phase;
static atomic_int is_drawing;
static int is_at_exit_registered;
static int calls_previous;
static pthread_t drawer;
static pthread_t ender;
static char restore_sequence[512];
static size_t restore_length;
static char program_name[64];
static const volatile char *crash_note;
static struct sigaction previous[CRASH_SIGNALS];
static char stacks[2][SIGNAL_STACK];

int rollcall_is_ending(void) { return atomic_load(&phase) >= ENDING; }

/// Gives the calling thread a stack for signals, so that handlers still run after a stack overflow. The slot is 0 or 1.
static void use_signal_stack(int slot) {
  stack_t stack, present;
  memset(&stack, 0, sizeof stack);
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
  stack.ss_sp = stacks[slot];
  stack.ss_size = SIGNAL_STACK;
  (void)sigaltstack(&stack, NULL);
}

/// Changes the phase from one value to another. Returns whether it had the first value.
static int change_phase(int before, int after) { return atomic_compare_exchange_strong(&phase, &before, after); }

void rollcall_end_drawing(void) {
  atomic_store(&is_drawing, 0);
  while (rollcall_is_ending()) (void)pause();
}

void rollcall_begin_drawing(void) {
  atomic_store(&is_drawing, 1);
  if (rollcall_is_ending()) rollcall_end_drawing();
}

/// Waits while the drawing thread is writing, but at most 200 ms.
static void wait_for_drawing(void) {
  if (pthread_equal(pthread_self(), drawer)) return;
  for (int wait = 0; wait < 200 && atomic_load(&is_drawing); wait++) (void)poll(NULL, 0, 1);
}

void rollcall_leave_terminal(void) {
  sigset_t only, mask;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGTTOU);
  (void)pthread_sigmask(SIG_BLOCK, &only, &mask);
  rollcall_restore_modes();
  rollcall_write_all(rollcall_device.descriptor, restore_sequence, restore_length);
  (void)pthread_sigmask(SIG_SETMASK, &mask, NULL);
}

/// Restores the terminal and prints the captured output. Returns whether this call did it. If another thread is doing
/// it, waits until that has finished. If that thread ends the process by a crash, this never returns.
static int restore_now(void) {
  if (!change_phase(ARMED, ENDING)) {
    wait_for_drawing();
    while (atomic_load(&phase) == ENDING && !pthread_equal(pthread_self(), ender)) (void)poll(NULL, 0, 1);
    return 0;
  }
  ender = pthread_self();
  wait_for_drawing();
  rollcall_leave_terminal();
  rollcall_release_output();
  return 1;
}

/// Reports what the program was doing, on one line.
static void report_crash(int number) {
  const char *note = (const char *)crash_note;
  rollcall_report(program_name);
  rollcall_report(": ");
  if (note != NULL && *note != 0) {
    struct rollcall_printable text;
    memset(&text, 0, sizeof text);
    text.is_line = 1;
    rollcall_report_printable(&text, note, strlen(note));
  } else {
    rollcall_report("crashed");
  }
  rollcall_report(" (");
  for (int index = 0; index < CRASH_SIGNALS; index++) {
    if (crashes[index].number == number) rollcall_report(crashes[index].name);
  }
  rollcall_report(").\n");
}

/// Calls the previous handler, such as Swift's own, which prints a backtrace.
static void call_previous(int number, siginfo_t *info, void *context) {
  for (int index = 0; index < CRASH_SIGNALS; index++) {
    if (crashes[index].number != number) continue;
    if (previous[index].sa_flags & SA_SIGINFO) {
      if (previous[index].sa_sigaction != NULL) previous[index].sa_sigaction(number, info, context);
    } else if (previous[index].sa_handler != SIG_DFL && previous[index].sa_handler != SIG_IGN) {
      previous[index].sa_handler(number);
    }
  }
}

/// Restores the terminal, calls the previous handler if requested, and finally prints what the program was doing.
static void handle_crash(int number, siginfo_t *info, void *context) {
  if (restore_now()) {
    if (calls_previous) call_previous(number, info, context);
    report_crash(number);
  }
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  for (int index = 0; index < CRASH_SIGNALS; index++) (void)sigaction(crashes[index].number, &standard, NULL);
  (void)raise(number);
}

void rollcall_restore_at_exit(void) {
  if (restore_now()) (void)change_phase(ENDING, ENDED);
}

void rollcall_arm_restore(const char *restore, size_t length, const char *program, const char *note) {
  restore_length = length < sizeof restore_sequence ? length : sizeof restore_sequence;
  memcpy(restore_sequence, restore, restore_length);
  (void)snprintf(program_name, sizeof program_name, "%s", program);
  crash_note = note;
  // On a terminal, Swift's own handler prints pages and then waits for a key. It is called only if the user asked for
  // it.
  calls_previous = getenv("SWIFT_BACKTRACE") != NULL;
  atomic_store(&is_drawing, 0);
  drawer = pthread_self();
  use_signal_stack(0);
  for (int index = 0; index < CRASH_SIGNALS; index++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    (void)sigaction(crashes[index].number, &action, &previous[index]);
  }
  if (!is_at_exit_registered) is_at_exit_registered = atexit(rollcall_restore_at_exit) == 0;
  atomic_store(&phase, ARMED);
}

int rollcall_disarm_restore(void) {
  if (!change_phase(ARMED, IDLE)) return 0;
  for (int index = 0; index < CRASH_SIGNALS; index++) (void)sigaction(crashes[index].number, &previous[index], NULL);
  return 1;
}

void rollcall_become_drawer(void) {
#if defined(__APPLE__)
  struct sigaction present;
  if (sigaction(SIGXFSZ, NULL, &present) == 0 && present.sa_handler == SIG_DFL) (void)signal(SIGXFSZ, SIG_IGN);
#endif
  sigset_t only;
  (void)sigemptyset(&only);
  (void)sigaddset(&only, SIGXFSZ);
  (void)pthread_sigmask(SIG_BLOCK, &only, NULL);
  drawer = pthread_self();
  use_signal_stack(1);
}
