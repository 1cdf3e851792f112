#include "CAllocator.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 33)
#define HAS_MALLINFO2 1
#endif
#endif

#if defined(__APPLE__)

#include <malloc/malloc.h>

size_t allocator_bytes_in_use(void) { return mstats().bytes_used; }

void allocator_give_back(void) { malloc_zone_pressure_relief(NULL, 0); }

#elif defined(HAS_MALLINFO2)

#include <malloc.h>

size_t allocator_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void allocator_give_back(void) { malloc_trim(0); }

#else

size_t allocator_bytes_in_use(void) { return 0; }

void allocator_give_back(void) {}

#endif
