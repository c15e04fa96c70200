import { resolve } from 'node:path'

/** How users call the command, and the file to which it writes its history. */
export type Home = { command: string; historyFile: string }

const HISTORY = '.data/contract/history.jsonl'

/** For a checkout of the repository. */
export const CHECKOUT: Home = {
  command: 'npm run contract --',
  historyFile: resolve(import.meta.dirname, '../..', HISTORY),
}

/** For the installed package. Paths are relative to the current folder. */
export function installedHome(): Home {
  return { command: 'contract', historyFile: resolve(HISTORY) }
}
