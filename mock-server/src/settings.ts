import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { StartError } from './start-error.ts'

export type Settings = {
  host: string
  port: number
  /** Folder of the database and the drawn pictures. */
  data: string
  /** Sets an existing database aside and seeds a new one. */
  fresh: boolean
  /** Folder of the built shop; null serves none. */
  shop: string | null
}

export const HELP = `Usage: mock-server [options]

  --host HOST    where to listen            (HOST, default 127.0.0.1)
  --port PORT    which port                 (PORT, default 8080)
  --data FOLDER  database and pictures      (KITABO_DATA, default .data)
  --shop FOLDER  the built shop to serve    (KITABO_SHOP, default none)
  --fresh        seed a new database; the old one is kept beside it as .old
  --help         this text`

/**
 * Flags first, then the environment, then defaults.
 * Throws a StartError that names the flag or variable and what it wants.
 */
export function readSettings(
  args: readonly string[],
  env: Record<string, string | undefined>,
): Settings | 'help' {
  let values: Partial<Record<'host' | 'port' | 'data' | 'shop', string>> & { fresh?: boolean; help?: boolean }
  try {
    values = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        shop: { type: 'string' },
        fresh: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}; --help lists the options.`)
  }
  if (values.help) return 'help'
  const shop = values.shop ?? env.KITABO_SHOP
  return {
    host: values.host ?? (env.HOST || '127.0.0.1'),
    port: readPort(values.port ?? (env.PORT || '8080'), values.port === undefined ? 'PORT' : '--port'),
    data: resolve(values.data ?? (env.KITABO_DATA || '.data')),
    fresh: values.fresh ?? false,
    shop: shop ? resolve(shop) : null,
  }
}

function readPort(text: string, name: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new StartError(`${name} must be a port number from 0 to 65535, found "${text}".`)
  }
  return port
}
