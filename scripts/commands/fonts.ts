import { bootstrap } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  summary: 'Writes web/src/theme/fonts, the letters of the first load cut out of the fonts.',
  options: {},
  run: async () => {
    await bootstrap()
    const { writeFonts } = await import('../build/fonts.ts')
    return writeFonts()
  },
})
