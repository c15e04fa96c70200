import { bootstrap } from '../bootstrap.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { UserError } from '../runtime.mjs'

export const command = defineCommand({
  summary:
    'Shops at the emulator for ten minutes: lists, searches, orders, worlds and faults at once; no wrong answer, memory flat, p99 stated.',
  options: {
    minutes: { value: 'N', summary: 'how long (10); 0.2 is twelve seconds' },
    connections: { value: 'N', summary: 'shoppers at the same time (64)' },
  },
  run: async ({ minutes = '10', connections }) => {
    const length = Number(minutes)
    if (!(length > 0 && length <= 24 * 60))
      throw new UserError(`--minutes must be a number above 0, up to a day, found "${minutes}".`)
    const shoppers = wholeNumber('connections', connections, 64)
    await bootstrap()
    const { soak } = await import('./emulator/soak.ts')
    return (await soak(length, shoppers)) ? 0 : 1
  },
})
