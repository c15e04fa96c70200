/** Finds an nginx to serve the deployed folder in a test, or installs one in CI. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from './system-package.ts'

function find(): string | undefined {
  // Debian keeps it where a normal user's PATH does not lead.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file))
}

/** The path of an nginx, or undefined where there is none; with CI=true it is installed, where that is possible. */
export function nginx(): string | undefined {
  const found = find()
  if (found || !process.env.CI) return found
  installPackage('nginx-light')
  return find()
}
