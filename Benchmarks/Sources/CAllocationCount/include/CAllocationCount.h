#pragma once

/// How often this process has asked for memory since it began; 0 where that can't be counted.
unsigned long allocation_count(void);
