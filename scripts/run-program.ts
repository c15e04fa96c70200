import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.ts'

/** Returns the path of an installed program of a workspace package, by default the root's. */
export function bin(name: string, room = '.'): string {
  const file = join(root, room, 'node_modules', '.bin', name)
  return process.platform === 'win32' && existsSync(`${file}.cmd`) ? `${file}.cmd` : file
}

/** Runs an installed program in this terminal. @returns its exit code */
export function runProgram(name: string, args: string[]): number {
  const { status, error } = spawnSync(bin(name), args, { cwd: root, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
