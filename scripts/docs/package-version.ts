import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.ts'

/** The version of the checkout: of its commands, its packages and its releases. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}
