import { bootstrap } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { runScript } from '../run-program.ts'

export const command = defineCommand({
  summary:
    'Schema-derived and hostile requests against the emulator in this process: no 500, no answer outside its contract, memory flat.',
  options: {
    requests: { value: 'N', summary: 'how many (20000)' },
    seed: { value: 'TEXT', summary: 'the same seed sends the same requests (1)' },
  },
  run: async ({ requests, seed = '1' }) => {
    const count = wholeNumber('requests', requests, 20_000)
    await bootstrap()
    return runScript('scripts/lab/emulator/fuzz.ts', ['--requests', String(count), '--seed', seed])
  },
})
