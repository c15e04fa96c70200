import { join } from 'node:path'

/**
 * The path of a file that the emulator reads at run time, below `mock-server/`. The sources in `src/` and the bundle in
 * `dist/` lie equally deep, so this module must stay directly in `src/`.
 */
export function assetPath(name: string): string {
  return join(import.meta.dirname, '..', name)
}

/** Where the emulator's build puts a script for the browser. The sources have none there. */
export function builtScriptPath(name: string): string {
  return join(import.meta.dirname, 'browser', `${name}.js`)
}
