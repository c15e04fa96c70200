import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './project.ts'

/** Returns the path of a program that is installed in a workspace package, by default in the root. */
export const bin = (name: string, workspace = '.') => join(root, workspace, 'node_modules', '.bin', name)

/** Runs a package's program with the package as working directory and inherited stdio. @returns its exit code */
export function runProgram(name: string, args: readonly string[], workspace = '.'): number {
  const cwd = join(root, workspace)
  const { status, error } = spawnSync(bin(name, workspace), args, { cwd, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
