#include "SundryC.h"
