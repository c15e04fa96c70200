import { bootstrap } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { runScript } from '../run-program.ts'

export const command = defineCommand({
  summary:
    'Kills the emulator with SIGKILL under a load of orders, again and again: no acknowledged order is lost, none is there twice.',
  options: { rounds: { type: 'string', value: 'N', summary: 'how many kills (200)' } },
  run: async ({ rounds }) => {
    const count = wholeNumber('rounds', rounds, 200)
    await bootstrap()
    return runScript('scripts/kill.mjs', ['--rounds', String(count)])
  },
})
