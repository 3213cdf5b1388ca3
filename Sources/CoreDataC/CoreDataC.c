#include "CoreDataC.h"
