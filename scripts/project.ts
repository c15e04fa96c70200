import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** Version of the project, which is also the version of its packages and releases. */
export const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
