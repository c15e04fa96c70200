import { bootstrap } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'

export const command = defineCommand({
  summary:
    'Kills the emulator with SIGKILL under orders, resets and first starts: no acknowledged order is lost, none is there twice.',
  options: { rounds: { value: 'N', summary: 'how many kills (200)' } },
  run: async ({ rounds }) => {
    const count = wholeNumber('rounds', rounds, 200)
    await bootstrap()
    const { killRepeatedly } = await import('./emulator/kill.ts')
    await killRepeatedly(count)
    return 0
  },
})
