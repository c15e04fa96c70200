import { resolve } from 'node:path'

/** Where the command runs from: how it is called there, and where it records its runs. */
export type Home = { command: string; historyFile: string }

const HISTORY = '.data/contract/history.jsonl'

/** A checkout of the repository, from whichever folder it is called. */
export const CHECKOUT: Home = {
  command: 'npm run contract --',
  historyFile: resolve(import.meta.dirname, '../..', HISTORY),
}

/** The installed package: everything is of the folder that it is called in. */
export function installedHome(): Home {
  return { command: 'contract', historyFile: resolve(HISTORY) }
}
