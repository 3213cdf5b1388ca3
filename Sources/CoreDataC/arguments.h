// Reads a list of variable arguments, whose types only a format string tells.
#ifndef CORE_DATA_ARGUMENTS_H
#define CORE_DATA_ARGUMENTS_H

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

// One argument for each letter of `kinds`: p pointer, d double, i int, l long. Each becomes eight bytes.
static inline void core_data_read_arguments(
    const char *_Nonnull kinds, uint64_t *_Nonnull values, va_list arguments
) {
    for (; *kinds; kinds++, values++) {
        switch (*kinds) {
        case 'p': *values = (uint64_t)(uintptr_t)va_arg(arguments, void *); break;
        case 'd': {
            double real = va_arg(arguments, double);
            memcpy(values, &real, sizeof real);
            break;
        }
        case 'i': *values = (uint64_t)(int64_t)va_arg(arguments, int); break;
        default: *values = (uint64_t)va_arg(arguments, long); break;
        }
    }
}

#endif
