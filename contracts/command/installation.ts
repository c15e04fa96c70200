import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** How users call the command, the file to which it writes its history, its version, and the page with its rules. */
export type Installation = { command: string; historyFile: string; version: string; rulesPage: string }

/** Relative to the root of a checkout, or to the current folder if the package is installed. */
export const HISTORY_FILE = '.data/contract/history.jsonl'

export const REPOSITORY: Installation = {
  command: 'npm run contract --',
  historyFile: resolve(import.meta.dirname, '../..', HISTORY_FILE),
  // Read when it is needed, because the package has no such file.
  get version() {
    return readVersion('../../package.json')
  },
  get rulesPage() {
    return toGitHubUrl('docs/findings.md')
  },
}

/** Returns the URL of a file in a workflow on GitHub, and elsewhere its path. */
function toGitHubUrl(file: string, env: NodeJS.ProcessEnv = process.env): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = env
  return server && repository && commit ? `${server}/${repository}/blob/${commit}/${file}` : file
}

/** Returns the version in a package.json, by its path relative to this file. */
export function readVersion(file: string): string {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, file), 'utf8')).version
}
