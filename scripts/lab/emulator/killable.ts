/** Emulators as processes of their own, to be stopped or killed. */
import { type ChildProcess, spawn } from 'node:child_process'

export const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json' }

/** Starts an emulator on a free port without waiting for it. Its output is in pipes. */
export function spawnEmulator(file: string, data: string): ChildProcess {
  return spawn(process.execPath, [file, '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Starts an emulator and waits until it listens. @throws Error with its output when it ends instead */
export async function startEmulator(
  file: string,
  data: string,
): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawnEmulator(file, data)
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /Emulator is up\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', (code) => reject(new Error(`The emulator ended with ${code}:\n${output}`)))
  })
  return { child, origin: origin.replace('localhost', '127.0.0.1') }
}

export function stopEmulator({ child }: { child: ChildProcess }): Promise<void> {
  return end(child, 'SIGTERM')
}

/** Kills an emulator after a random time of the given work, and waits until it is gone and the work has ended. */
export async function killDuring(
  { child }: { child: ChildProcess },
  maxMs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const working = work()
  await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * maxMs))
  await end(child, 'SIGKILL')
  await working
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.on('exit', () => resolve())
    child.kill(signal)
  })
}

/** Logs in as the demo account. @returns the token */
export async function login(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify({ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}
