#include "CAllocationCount.h"

#if defined(__GLIBC__) || defined(__linux__)

#include <stdatomic.h>
#include <stddef.h>

// The executable's malloc replaces the C library's in the whole process. It counts calls and forwards them.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory == NULL ? 12 : 0;
}

unsigned long allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#else

unsigned long allocation_count(void) { return 0; }

#endif
