import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'
import { PRIVATE_FOLDER_MODE } from './private-files.ts'

/** Creates a folder if needed. @throws StartError if it is a file, or not writable */
export function ensureFolder(folder: string): void {
  refuseFile(folder)
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch {
    throw new StartError(
      `The data folder ${folder} is not writable; choose a different one with --data, or grant this user write permission.`,
    )
  }
}

/** @throws StartError if a folder or one above it is a file */
export function refuseFile(folder: string): void {
  if (isFile(folder))
    throw new StartError(
      `${folder} is a file, not a data folder; choose a folder with --data or KITABO_DATA.`,
    )
  if (dirname(folder) !== folder) refuseFile(dirname(folder))
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * Creates a folder. Trap: `mkdir` with `recursive` never returns for a path like /proc, in which no folder can be
 * created.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`)
    return
  }
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: PRIVATE_FOLDER_MODE })
}
