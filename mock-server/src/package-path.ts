import { join } from 'node:path'

/**
 * Returns the absolute path of a file of this package, such as `README.md`. Trap: this module must stay directly in
 * `src/`, at the same depth as the bundle in `dist/`.
 */
export function packagePath(name: string): string {
  return join(import.meta.dirname, '..', name)
}

/** Returns the path of a browser script. The file exists only in the emulator's build, not in the sources. */
export function builtScriptPath(name: string): string {
  return join(import.meta.dirname, 'browser', `${name}.js`)
}
