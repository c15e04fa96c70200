export type DatabaseFailure = { status: 500 | 503 | 507; message: string }

const DISK_FULL_FAILURE: DatabaseFailure = {
  status: 507,
  message: '((The disk of the data folder is full; free some space and try again.))',
}
const BROKEN_DISK_FAILURE: DatabaseFailure = {
  status: 500,
  message: '((Reading or writing the data folder fails; check its disk and try again.))',
}
const READ_ONLY_FAILURE: DatabaseFailure = {
  status: 500,
  message: '((The data folder is no longer writable; grant this user write permission and try again.))',
}
const DAMAGED_FILE_FAILURE: DatabaseFailure = {
  status: 500,
  message: '((The database in the data folder is damaged; start the emulator with --fresh.))',
}

const LOCKED_FILE_FAILURE: DatabaseFailure = {
  status: 503,
  message: '((Another program has locked the database in the data folder; close it and try again.))',
}
const MOVED_FOLDER_FAILURE: DatabaseFailure = {
  status: 500,
  message: '((The data folder was deleted or moved while the emulator runs; restart the emulator.))',
}

/** Error codes of SQLite and of the file system, with the response to each. */
const FAILURES: readonly [RegExp, DatabaseFailure][] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/, DISK_FULL_FAILURE],
  [/^SQLITE_(BUSY|LOCKED)\w*$/, LOCKED_FILE_FAILURE],
  [/^SQLITE_(READONLY_DBMOVED|CANTOPEN\w*)$/, MOVED_FOLDER_FAILURE],
  [/^(SQLITE_IOERR\w*|EIO)$/, BROKEN_DISK_FAILURE],
  [/^SQLITE_(CORRUPT\w*|NOTADB)$/, DAMAGED_FILE_FAILURE],
  [/^(SQLITE_READONLY\w*|EROFS|EACCES|EPERM)$/, READ_ONLY_FAILURE],
]

/** Returns the message for an error of the database or its disk; null for other errors. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  const code = String((error as { code?: unknown } | null)?.code)
  return FAILURES.find(([pattern]) => pattern.test(code))?.[1] ?? null
}

export const isReadOnly = (error: unknown): boolean => databaseFailure(error) === READ_ONLY_FAILURE
export const isDiskFull = (error: unknown): boolean => databaseFailure(error) === DISK_FULL_FAILURE
