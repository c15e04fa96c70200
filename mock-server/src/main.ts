import { join } from 'node:path'
import { createApp } from './app.ts'
import { openDb, retireDb } from './db.ts'
import { demoAccount } from './demo-account.ts'
import { createPictures } from './pictures.ts'
import { HELP, readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { createWorld, one, type World } from './world.ts'

/** The process: flags, environment, listen, close. Nobody imports it. */
async function start(settings: Settings): Promise<void> {
  const file = join(settings.data, 'emulator.sqlite')
  if (settings.fresh) retireDb(file)
  const { db, isNew } = openDb(file)
  const world = createWorld({ db })
  if (isNew || one(world, 'SELECT 1 FROM products') === undefined) {
    process.stdout.write('Seeding the catalogue …\n')
    // Only a first start pays for reading and checking the whole catalogue.
    const [{ loadCatalogue }, { seed }] = await Promise.all([import('fixtures/load'), import('./seed.ts')])
    seed(world, loadCatalogue())
  }
  const app = await createApp({
    world,
    pictures: createPictures(join(settings.data, 'pictures')),
    shop: settings.shop,
    onBrokenAnswer: (key, faults) =>
      process.stderr.write(`${key} broke its contract:\n  ${faults.join('\n  ')}\n`),
  })
  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${settings.port} is taken; choose another, for example PORT=${settings.port + 1} npm start.`,
      )
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
      throw new StartError(
        `Cannot listen on ${settings.host}:${settings.port} (${code}); set HOST and PORT to an address of this machine.`,
      )
    }
    throw error
  }
  const address = app.server.address()
  announce(world, address !== null && typeof address === 'object' ? address.port : settings.port, settings)

  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    void app.close().then(() => {
      db.close()
      process.exit(0)
    })
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
}

function announce(world: World, port: number, settings: Settings): void {
  const demo = demoAccount(world)
  const origin = `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${port}`
  const lines = [
    '',
    `  Kitabo is open        ${origin}/`,
    ...(demo ? [`  Demo account          ${demo.email}   password ${demo.password}`] : []),
    `  One-time codes        ${origin}/__emulator/`,
    `  The provider's API    ${origin}/api/v1/`,
    `  Data                  ${settings.data}`,
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === 'help') process.stdout.write(`${HELP}\n`)
  else await start(settings)
} catch (error) {
  const isExpected = error instanceof StartError || (error as Error).name === 'CatalogueError'
  process.stderr.write(isExpected ? `${(error as Error).message}\n` : `${(error as Error).stack}\n`)
  process.exit(1)
}
