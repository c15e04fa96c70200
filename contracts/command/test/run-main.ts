import { vi } from 'vitest'
import { type Installation, REPOSITORY } from '../installation.ts'
import { main } from '../main.ts'

export const NO_CREDENTIALS = { PROVIDER_EMAIL: '', PROVIDER_PASSWORD: '', PROVIDER_TOKEN: '' }

/** Runs the command in this process. Returns its exit code and its output, first that to stdout. */
export async function runMain(
  args: readonly string[],
  env: Record<string, string> = {},
  installation: Installation = REPOSITORY,
) {
  const writes = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  )
  const callersEnv = process.env
  process.env = { ...callersEnv, ...NO_CREDENTIALS, ...env }
  try {
    const code = await main(args, installation)
    const out = writes.flatMap(({ mock }) => mock.calls.map(([chunk]) => String(chunk))).join('')
    return { code, out }
  } finally {
    for (const write of writes) write.mockRestore()
    process.env = callersEnv
  }
}
