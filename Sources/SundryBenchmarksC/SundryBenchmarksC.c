#include "SundryBenchmarksC.h"
