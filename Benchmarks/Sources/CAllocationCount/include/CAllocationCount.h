#pragma once

/// Returns the number of allocations since the start of this process. 0 where they can't be counted.
unsigned long allocation_count(void);
