import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type FastifyInstance, fastify } from 'fastify'
import { UserError } from '../contracts/src/command-line/user-error.ts'
import { decodableUrl, originForm } from '../mock-server/src/http/request/request-path.ts'
import { decorateRequests, NO_FAULTS } from '../mock-server/src/http/request/request-state.ts'
import { type BuiltSite, serveBuilt } from '../mock-server/src/sites/built-site.ts'
import { readPageTable } from '../mock-server/src/sites/page-table.ts'
import { TABLE_FILE } from '../web/build/hosting.ts'
import { commandLine, parsePortOption, portOf, print } from './command-line.ts'
import { root } from './project.ts'

export function previewCommand(): Command {
  return commandLine(
    'preview',
    'Serves the output of npm run build like a static host, with the same headers, statuses and files.',
  )
    .option('--port <PORT>', 'port to listen on; by default, PORT', parsePortOption, portOf('PORT', 4173))
    .option('--out <FOLDER>', 'built folder', join(root, 'dist'))
}

/** @param out folder of a build, with its table. @returns a server that is not listening yet */
export async function previewServer(out: string): Promise<FastifyInstance> {
  const app = fastify({ rewriteUrl: ({ url }) => decodableUrl(originForm(url ?? '/')) })
  decorateRequests(app)
  app.addHook('onRequest', async (request) => {
    request.activeFaults = NO_FAULTS
  })
  const built: BuiltSite = {
    name: 'shop',
    folder: join(out, 'public'),
    prefix: '/',
    flag: '--out',
    policy: '',
  }
  const send = await serveBuilt(app, built, readPageTable(join(out, TABLE_FILE)))
  app.setNotFoundHandler((request, reply) => send(request, reply))
  return app
}

async function preview({ port, out }: { port: number; out: string }): Promise<void> {
  const folder = join(out, 'public')
  if (!existsSync(join(folder, 'index.html')))
    throw new UserError(`${folder} does not contain a built shop. Run npm run build first.`)
  const server = await previewServer(out)
  await server.listen({ port, host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new UserError(`Port ${port} is in use. Choose a different port, such as --port ${port + 1}.`)
  })
  print(`The built shop is available at http://localhost:${port}/. Press Ctrl-C to stop.`)
}

if (process.argv[1] === import.meta.filename) await preview(previewCommand().parse().opts())
