import { constants } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { UserError } from 'contracts/command-line/user-error'
import { createEmulator } from './emulator.ts'
import {
  GIT_CHECKOUT,
  helpText,
  type InstallDefaults,
  portAdvice,
  readSettings,
  type Settings,
} from './settings.ts'
import { PortTaken } from './start-error.ts'
import { startupMessage } from './startup-message.ts'

const STOP_TIMEOUT_MS = 1800

async function start(settings: Settings): Promise<void> {
  // Limits V8's young generation to its size after the modules are loaded, 8 MB. Under load it would grow to 64 MB
  // without making responses faster.
  setFlagsFromString('--semi-space-growth-factor=1')
  // Lets the rest of the heap grow by a quarter at a time instead of doubling it.
  setFlagsFromString('--heap-growing-percent=25')
  const emulator = await createEmulator({
    ...settings.emulator,
    checks: 'sampled',
    onProgress: showProgress,
    publicUrl: settings.publicUrl,
    onInvalidResponse: (key, violations) =>
      process.stderr.write(`${key} violates its contract:\n  ${violations.join('\n  ')}\n`),
    ...(settings.log ? { onRequestLine: (line: string) => process.stdout.write(`${line}\n`) } : {}),
  })
  // Registered before the startup message is printed, because a script that reads it may stop the process immediately.
  const stop = (signal: NodeJS.Signals) => {
    // A second Ctrl-C exits immediately.
    for (const each of ['SIGINT', 'SIGTERM'] as const) {
      process.off(each, stop)
      process.on(each, () => process.exit(128 + constants.signals[signal]))
    }
    setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref()
    const kept = settings.emulator.data
    const line = kept === null ? 'The data was in memory only.' : `The data is kept in ${kept}.`
    // Exits after the write, also if the terminal is gone.
    void emulator.close().finally(() => process.stdout.write(`\nStopped. ${line}\n`, () => process.exit(0)))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const origin = settings.publicUrl ?? emulator.origin
  const { demo, token } = emulator
  process.stdout.write(
    startupMessage({ ...settings.emulator, origin, hasShop: settings.emulator.shop !== null, demo, token }),
  )
  // For a parent process that must not continue before, such as npm run dev.
  process.send?.('listening')
}

/** Announces the start of seeding. In a terminal, large catalogues also get a progress bar. */
function showProgress(done: number): void {
  if (done === 0) process.stdout.write('Seeding the catalogue …\n')
  if (!process.stdout.isTTY) return
  const width = 30
  const filled = Math.round(done * width)
  process.stdout.write(
    `\r  [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.round(done * 100)} %${done === 1 ? '\n' : ''}`,
  )
}

/** Exits with 1 if the start fails. @param defaults of the installation: a checkout, an image or a package */
export async function runEmulator(
  args: readonly string[],
  defaults: InstallDefaults = GIT_CHECKOUT,
): Promise<void> {
  try {
    const settings = readSettings(args, process.env, defaults)
    if (settings === 'help') process.stdout.write(`${helpText(defaults)}\n`)
    else await start(settings)
  } catch (error) {
    const { message, stack } = error as Error
    const advice = error instanceof PortTaken ? ` ${portAdvice(defaults, error.port + 1)}` : ''
    process.stderr.write(`${error instanceof UserError ? message + advice : stack}\n`)
    process.exit(1)
  }
}
