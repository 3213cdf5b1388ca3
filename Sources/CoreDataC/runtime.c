// What the Swift runtime knows of the images it has loaded.
#include <stdbool.h>

#include "CoreDataC.h"

struct range {
    uintptr_t start;
    size_t length;
};

// The head of what the compiler's start-up object hands the runtime for each image; later versions only add to its end.
struct sections {
    uintptr_t version;
    const void *base;
    void *unused[2];
    struct range protocols;
    struct range conformances;
};

extern void *swift_retain_n(void *object, uint32_t count);
extern void swift_release_n(void *object, uint32_t count);

void core_data_retain(void *object, uint32_t count) { swift_retain_n(object, count); }

void core_data_release(void *object, uint32_t count) { swift_release_n(object, count); }

extern void swift_enumerateAllMetadataSections(bool (*body)(const struct sections *, void *), void *context);

struct call {
    void (*body)(const int32_t *, ptrdiff_t, void *);
    void *context;
};

static bool visit(const struct sections *sections, void *context) {
    const struct call *call = context;
    if (sections->conformances.length > 0)
        call->body((const int32_t *)sections->conformances.start,
                   (ptrdiff_t)(sections->conformances.length / sizeof(int32_t)), call->context);
    return true;
}

void core_data_each_conformance_section(void (*body)(const int32_t *, ptrdiff_t, void *), void *context) {
    struct call call = {body, context};
    swift_enumerateAllMetadataSections(visit, &call);
}

struct response {
    const void *metadata;
    size_t state;
};

typedef struct response (*accessor)(size_t request) __attribute__((swiftcall));

// A type's descriptor begins with flags (bit 7: generic), then offsets of its parent, its name and its accessor.
const void *core_data_type_metadata(const void *descriptor) {
    const int32_t *fields = descriptor;
    if (fields[0] & 0x80 || fields[3] == 0) return NULL;
    accessor access = (accessor)((uintptr_t)&fields[3] + (intptr_t)fields[3]);
    return access(0).metadata;
}
