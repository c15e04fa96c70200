import { helpText, readSettings } from '../mock-server/src/settings.ts'
import { UserError } from './runtime.mjs'

/**
 * Reads the emulator's own options before anything is installed or built, so that a wrong one costs no minute.
 * @returns 'help' when the help was asked for, and is printed
 * @throws UserError with a message about a wrong option or variable
 */
export function checkEmulatorArgs(args: readonly string[]): 'help' | 'ok' {
  try {
    if (readSettings(args, process.env) !== 'help') return 'ok'
  } catch (error) {
    throw new UserError((error as Error).message)
  }
  process.stdout.write(`${helpText()}\n`)
  return 'help'
}
