// What the Swift runtime offers to C, and what it knows of the images it has loaded.
#ifndef CORE_DATA_RUNTIME_H
#define CORE_DATA_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The runtime's weak-reference step: retains the object and answers it, or answers NULL if it is being destroyed.
// The object's memory must still be there, which the caller's lock guarantees.
extern void *_Nullable swift_tryRetain(void *object);

// Dispatch's label of the queue that the caller runs on, which its Swift overlay on Linux hides.
extern const char *core_data_queue_label(void *_Nullable current) __asm__("dispatch_queue_get_label");

// The runtime's own entries for many references in one step. Called through these variables, as the Swift compiler takes
// functions of the names without underscore for calls it made itself.
extern void *_Nullable (*_Nonnull _swift_retain_n)(void *object, uint32_t count);
extern void (*_Nonnull _swift_release_n)(void *object, uint32_t count);

// Counts references to an object up or down by many in one step.
static inline void core_data_retain(void *object, uint32_t count) { _swift_retain_n(object, count); }
static inline void core_data_release(void *object, uint32_t count) { _swift_release_n(object, count); }

struct core_data_range {
    uintptr_t start;
    size_t length;
};

// The head of what the compiler's start-up object hands the runtime for each image; later versions only add to its end.
struct core_data_sections {
    uintptr_t version;
    const void *_Nullable base;
    void *_Nullable unused[2];
    struct core_data_range protocols;
    struct core_data_range conformances;
};

extern void swift_enumerateAllMetadataSections(
    bool (*body)(const struct core_data_sections *, void *), void *context);

// A body for conformance records, and what it is handed.
struct core_data_record_visit {
    void (*body)(const int32_t *, ptrdiff_t, void *_Nullable);
    void *_Nullable context;
};

static inline bool core_data_visit_sections(const struct core_data_sections *sections, void *context) {
    const struct core_data_record_visit *visit = (const struct core_data_record_visit *)context;
    if (sections->conformances.length > 0)
        visit->body((const int32_t *)sections->conformances.start,
                    (ptrdiff_t)(sections->conformances.length / sizeof(int32_t)), visit->context);
    return true;
}

// Calls `body` with the conformance records of each image that holds Swift code: offsets of 4 bytes, and how many.
static inline void core_data_each_conformance_section(
    void (*body)(const int32_t *offsets, ptrdiff_t count, void *_Nullable context), void *_Nullable context) {
    struct core_data_record_visit visit = {body, context};
    swift_enumerateAllMetadataSections(core_data_visit_sections, &visit);
}

struct core_data_metadata_response {
    const void *metadata;
    size_t state;
};

typedef struct core_data_metadata_response (*core_data_metadata_accessor)(size_t request) __attribute__((swiftcall));

// The metadata of the type a descriptor describes; NULL for a generic type, which has none of its own.
//
// A descriptor begins with flags (bit 7: generic), then offsets of its parent, its name and its accessor.
static inline const void *_Nullable core_data_type_metadata(const void *descriptor) {
    const int32_t *fields = (const int32_t *)descriptor;
    if (fields[0] & 0x80 || fields[3] == 0) return NULL;
    core_data_metadata_accessor access =
        (core_data_metadata_accessor)((uintptr_t)&fields[3] + (intptr_t)fields[3]);
    return access(0).metadata;
}

#pragma clang assume_nonnull end

#endif
