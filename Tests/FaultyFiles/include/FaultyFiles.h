// Files of SQLite's that fail when a test says so.
#ifndef FAULTY_FILES_H
#define FAULTY_FILES_H

#pragma clang assume_nonnull begin

// What SQLite asks of its files, as bits.
enum faulty_operation {
    faulty_open = 1,
    faulty_read = 2,
    faulty_write = 4,
    faulty_truncate = 8,
    faulty_sync = 16,
    faulty_lock = 32,
    faulty_size = 64,
    faulty_delete = 128,
    faulty_access = 256,
    faulty_map_shared = 512,
    faulty_lock_shared = 1024,
};

// A folder whose files can be made to fail. All files of the process pass through here from the first one on; those in no
// such folder as if they did not.
typedef struct faulty_folder faulty_folder;

// `path` as SQLite sees it: absolute, without symbolic links. The folder must outlive the connections to its files.
faulty_folder *faulty_folder_make(const char *path);
void faulty_folder_free(faulty_folder *folder);

// From now on the operation of that number (from 1), counted among those of `operations`, answers `code`; all later ones too if
// `lasts`. A write that fails has written the first half.
void faulty_folder_arm(faulty_folder *folder, unsigned operations, long number, int code, int lasts);
// Ends that. Answers how many operations were counted.
long faulty_folder_disarm(faulty_folder *folder);

#pragma clang assume_nonnull end

#endif
