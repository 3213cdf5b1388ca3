// A VFS before SQLite's own (https://www.sqlite.org/vfs.html): it hands everything on, unless a fault is due.
#include "FaultyFiles.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct faulty_folder {
    struct faulty_folder *next;
    char *path;
    size_t length;
    atomic_uint operations;
    atomic_long number, count;
    atomic_int code, lasts;
};

typedef struct faulty_file {
    sqlite3_file base;
    faulty_folder *folder; // NULL for a file that never fails
    sqlite3_file *real;
} faulty_file;

static sqlite3_vfs *real_vfs;
static sqlite3_vfs own_vfs;
static faulty_folder *folders;
static pthread_mutex_t folders_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t registration = PTHREAD_ONCE_INIT;

static int fault(faulty_folder *folder, unsigned operation) {
    if (!folder || !(atomic_load(&folder->operations) & operation)) return SQLITE_OK;
    long at = atomic_fetch_add(&folder->count, 1) + 1;
    long number = atomic_load(&folder->number);
    return at == number || (at > number && atomic_load(&folder->lasts)) ? atomic_load(&folder->code) : SQLITE_OK;
}

static faulty_folder *folder_of(const char *path) {
    if (!path) return NULL;
    pthread_mutex_lock(&folders_lock);
    faulty_folder *found = folders;
    while (found && (strncmp(path, found->path, found->length) != 0 || path[found->length] != '/')) found = found->next;
    pthread_mutex_unlock(&folders_lock);
    return found;
}

// Files

#define SELF(file) faulty_file *self = (faulty_file *)(file)
#define FAIL(operation)                                                                                                \
    int code = fault(self->folder, operation);                                                                        \
    if (code != SQLITE_OK) return code

static int close_file(sqlite3_file *file) {
    SELF(file);
    return self->real->pMethods->xClose(self->real);
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    SELF(file);
    FAIL(faulty_read);
    return self->real->pMethods->xRead(self->real, bytes, count, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    SELF(file);
    int code = fault(self->folder, faulty_write);
    if (code == SQLITE_OK) return self->real->pMethods->xWrite(self->real, bytes, count, offset);
    if (count > 1) self->real->pMethods->xWrite(self->real, bytes, count / 2, offset);
    return code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    SELF(file);
    FAIL(faulty_truncate);
    return self->real->pMethods->xTruncate(self->real, size);
}

static int sync_file(sqlite3_file *file, int flags) {
    SELF(file);
    FAIL(faulty_sync);
    return self->real->pMethods->xSync(self->real, flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    SELF(file);
    FAIL(faulty_size);
    return self->real->pMethods->xFileSize(self->real, size);
}

static int lock_file(sqlite3_file *file, int level) {
    SELF(file);
    FAIL(faulty_lock);
    return self->real->pMethods->xLock(self->real, level);
}

static int unlock_file(sqlite3_file *file, int level) {
    SELF(file);
    return self->real->pMethods->xUnlock(self->real, level);
}

static int check_reserved_lock(sqlite3_file *file, int *answer) {
    SELF(file);
    return self->real->pMethods->xCheckReservedLock(self->real, answer);
}

static int control_file(sqlite3_file *file, int operation, void *argument) {
    SELF(file);
    return self->real->pMethods->xFileControl(self->real, operation, argument);
}

static int sector_size(sqlite3_file *file) {
    SELF(file);
    return self->real->pMethods->xSectorSize(self->real);
}

static int device_characteristics(sqlite3_file *file) {
    SELF(file);
    return self->real->pMethods->xDeviceCharacteristics(self->real);
}

static int map_shared(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
    SELF(file);
    FAIL(faulty_map_shared);
    return self->real->pMethods->xShmMap(self->real, page, size, extends, memory);
}

static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    SELF(file);
    if (flags & SQLITE_SHM_LOCK) {
        FAIL(faulty_lock_shared);
    }
    return self->real->pMethods->xShmLock(self->real, offset, count, flags);
}

static void shared_barrier(sqlite3_file *file) {
    SELF(file);
    self->real->pMethods->xShmBarrier(self->real);
}

static int unmap_shared(sqlite3_file *file, int deletes) {
    SELF(file);
    return self->real->pMethods->xShmUnmap(self->real, deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = device_characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = shared_barrier,
    .xShmUnmap = unmap_shared,
};

// The file system

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *given) {
    SELF(file);
    self->base.pMethods = NULL;
    self->folder = folder_of(path);
    self->real = (sqlite3_file *)(self + 1);
    FAIL(faulty_open);
    code = real_vfs->xOpen(real_vfs, path, self->real, flags, given);
    if (self->real->pMethods) self->base.pMethods = &methods;
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs) {
    int code = fault(folder_of(path), faulty_delete);
    return code != SQLITE_OK ? code : real_vfs->xDelete(real_vfs, path, syncs);
}

static int access_file(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
    int code = fault(folder_of(path), faulty_access);
    return code != SQLITE_OK ? code : real_vfs->xAccess(real_vfs, path, flags, answer);
}

static int full_path(sqlite3_vfs *vfs, const char *path, int size, char *full) {
    return real_vfs->xFullPathname(real_vfs, path, size, full);
}

static void register_vfs(void) {
    sqlite3_initialize();
    real_vfs = sqlite3_vfs_find(NULL);
    own_vfs = *real_vfs;
    own_vfs.zName = "faulty";
    own_vfs.szOsFile = (int)sizeof(faulty_file) + real_vfs->szOsFile;
    own_vfs.xOpen = open_file;
    own_vfs.xDelete = delete_file;
    own_vfs.xAccess = access_file;
    own_vfs.xFullPathname = full_path;
    sqlite3_vfs_register(&own_vfs, 1);
}

faulty_folder *faulty_folder_make(const char *path) {
    pthread_once(&registration, register_vfs);
    faulty_folder *folder = calloc(1, sizeof *folder);
    folder->path = strdup(path);
    folder->length = strlen(path);
    pthread_mutex_lock(&folders_lock);
    folder->next = folders;
    folders = folder;
    pthread_mutex_unlock(&folders_lock);
    return folder;
}

void faulty_folder_free(faulty_folder *folder) {
    pthread_mutex_lock(&folders_lock);
    faulty_folder **place = &folders;
    while (*place && *place != folder) place = &(*place)->next;
    if (*place) *place = folder->next;
    pthread_mutex_unlock(&folders_lock);
    free(folder->path);
    free(folder);
}

void faulty_folder_arm(faulty_folder *folder, unsigned operations, long number, int code, int lasts) {
    atomic_store(&folder->number, number);
    atomic_store(&folder->count, 0);
    atomic_store(&folder->code, code);
    atomic_store(&folder->lasts, lasts);
    atomic_store(&folder->operations, operations);
}

long faulty_folder_disarm(faulty_folder *folder) {
    atomic_store(&folder->operations, 0);
    return atomic_load(&folder->count);
}
