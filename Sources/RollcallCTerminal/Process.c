// The process: its character set, its standard output, and threads.

#include "Terminal.h"

#include <langinfo.h>
#include <locale.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

static void adopt_utf8(void) {
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) (void)setlocale(LC_CTYPE, "UTF-8");
}

int rollcall_adopt_character_set(int wants_utf8) {
  if (setlocale(LC_CTYPE, "") == NULL) {
    const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int index = 0; index < 3; index++) {
      const char *value = getenv(names[index]);
      if (value == NULL || *value == 0) continue;
      if (strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8")) adopt_utf8();
      break;
    }
  }
  if (wants_utf8 && strcmp(nl_langinfo(CODESET), "UTF-8") != 0) adopt_utf8();
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void rollcall_buffer_standard_output_by_line(void) { (void)setvbuf(stdout, NULL, _IOLBF, 0); }

void rollcall_flush_standard_output(void) {
  if (ftrylockfile(stdout) != 0) return;
  (void)fflush(stdout);
  funlockfile(stdout);
}

void rollcall_print_error(const char *text) {
  ssize_t ignored = write(2, text, strlen(text));
  (void)ignored;
}

int rollcall_start_thread(void *(*body)(void *), void *argument) {
  pthread_t thread;
  pthread_attr_t attributes;
  (void)pthread_attr_init(&attributes);
  (void)pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  (void)pthread_attr_setstacksize(&attributes, 4 << 20);
  int result = pthread_create(&thread, &attributes, body, argument);
  (void)pthread_attr_destroy(&attributes);
  return result;
}

void rollcall_name_thread(const char *name) {
#if defined(__APPLE__)
  (void)pthread_setname_np(name);
#elif defined(__linux__)
  (void)prctl(PR_SET_NAME, name, 0, 0, 0);
#endif
}
