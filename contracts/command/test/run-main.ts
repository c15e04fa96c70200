import { vi } from 'vitest'
import { main } from '../main.ts'

export const NO_CREDENTIALS = { PROVIDER_EMAIL: '', PROVIDER_PASSWORD: '', PROVIDER_TOKEN: '' }

/** Runs the command in this process. Returns its exit code and its output, first that to stdout. */
export async function runMain(args: readonly string[], env: Record<string, string> = {}) {
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  for (const [name, value] of Object.entries({ ...NO_CREDENTIALS, ...env })) vi.stubEnv(name, value)
  const code = await main(args)
  const out = writes.flatMap(({ mock }) => mock.calls.map(([chunk]) => String(chunk))).join('')
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  return { code, out }
}
