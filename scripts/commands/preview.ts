import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { print, root } from '../bootstrap.ts'
import { previewServer } from '../build/preview-server.ts'
import { defineCommand, wholeNumber } from '../command.ts'
import { UserError } from '../runtime.mjs'

export const command = defineCommand({
  summary: 'Serves the result of npm run build like a static host: the same headers, statuses and files.',
  options: {
    port: { value: 'PORT', summary: 'port to listen on (4173)' },
    out: { value: 'FOLDER', summary: 'built folder (dist)' },
  },
  run: async ({ port, out = join(root, 'dist') }) => {
    const folder = join(out, 'public')
    if (!existsSync(join(folder, 'index.html')))
      throw new UserError(`${folder} holds no built shop; run npm run build first.`)
    const server = previewServer(folder)
    const number = wholeNumber('port', port, 4173)
    await new Promise<void>((up, failed) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        failed(
          error.code === 'EADDRINUSE'
            ? new UserError(`Port ${number} is taken; choose another with --port ${number + 1}.`)
            : error,
        ),
      )
      server.listen(number, '127.0.0.1', up)
    })
    print(`The built shop is on http://localhost:${number}/. Stop it with Ctrl-C.`)
    return undefined
  },
})
