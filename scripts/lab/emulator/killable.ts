/** Emulators in separate processes, to be stopped or killed. */
import type { ChildProcess } from 'node:child_process'
import { endProcess, type StartedEmulator, startEmulator } from '../../../web/e2e/start-emulator.ts'

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** Starts a built emulator. Its origin is an IP address, so that no request looks the host name up. */
export async function startBuilt(file: string, data?: string): Promise<StartedEmulator> {
  const emulator = await startEmulator({ program: [file], data })
  return { ...emulator, origin: emulator.origin.replace('localhost', '127.0.0.1') }
}

/** Kills an emulator after a random time of the given work, and waits until it is gone and the work has ended. */
export async function killDuring(
  { child }: { child: ChildProcess },
  maxMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const working = work()
  await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * maxMs))
  await endProcess(child, 'SIGKILL')
  await working
}
