import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { readReport } from './drift/report.ts'
import { createEmulator, type Emulator } from './emulator.ts'
import { HELP, readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { demoAccount } from './world/demo-account.ts'

/** With a seed, time stands still as well: same seed, same dates. */
const SEEDED_DATE = '2026-11-20T09:00:00Z'
/** Milliseconds after which a stop does not wait any longer. */
const STOPS_WITHIN = 1800
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/** The process: flags, environment, listen, close. Nobody imports it. */
async function start(settings: Settings): Promise<void> {
  const isOpenToOthers = !LOOPBACK.test(settings.host)
  const token = settings.token ?? (isOpenToOthers ? randomBytes(12).toString('hex') : null)
  const emulator = await createEmulator({
    port: settings.port,
    host: settings.host,
    data: settings.data,
    fresh: settings.fresh,
    seed: settings.seed,
    ...(settings.seed === null ? {} : { frozenAt: SEEDED_DATE }),
    profile: settings.profile,
    ...(settings.products === null ? {} : { products: settings.products }),
    shop: settings.shop,
    console: settings.console,
    checks: 'sampled',
    stockLimits: settings.stockLimits,
    strict: settings.strict,
    throttle: settings.throttle,
    guard: { hosts: isOpenToOthers ? [settings.host, ...settings.allowHosts] : settings.allowHosts, token },
    payments: {
      webhookUrl: settings.webhookUrl,
      ...(settings.webhookHash === null ? {} : { secretHash: settings.webhookHash }),
    },
    onProgress: showProgress,
    onBrokenAnswer: (key, faults) =>
      process.stderr.write(`${key} broke its contract:\n  ${faults.join('\n  ')}\n`),
    ...(settings.log ? { onCall: (line: string) => process.stdout.write(`${line}\n`) } : {}),
  })
  if (settings.drift !== null) emulator.worlds.default.drift = readReport(readJson(settings.drift))
  announce(emulator, settings, isOpenToOthers ? token : settings.token)

  const stop = (signal: NodeJS.Signals) => {
    // The second Ctrl-C does not wait for what the first one waits for.
    for (const each of ['SIGINT', 'SIGTERM'] as const) {
      process.off(each, stop)
      process.on(each, () => process.exit(128 + constants.signals[signal]))
    }
    setTimeout(() => process.exit(0), STOPS_WITHIN).unref()
    void emulator.close().finally(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(
      `${file} cannot be read as JSON (${(error as Error).message}); give a report.json of the contract command.`,
    )
  }
}

/** A bar for catalogues that take their time; the usual one is there before it could be drawn. */
function showProgress(done: number): void {
  if (done === 0) process.stdout.write('Seeding the catalogue …\n')
  if (!process.stdout.isTTY) return
  const width = 30
  const filled = Math.round(done * width)
  process.stdout.write(
    `\r  [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${Math.round(done * 100)} %${done === 1 ? '\n' : ''}`,
  )
}

function announce(emulator: Emulator, settings: Settings, token: string | null): void {
  const demo = demoAccount(emulator.worlds.default)
  const origin = emulator.origin.replace('//127.0.0.1:', '//localhost:')
  const lines = [
    '',
    settings.shop === null ? `  Emulator is up        ${origin}/` : `  Kitabo is open        ${origin}/`,
    ...(demo ? [`  Demo account          ${demo.email}   password ${demo.password}`] : []),
    `  Console, codes        ${origin}/__emulator/`,
    `  The provider's API    ${origin}/api/v1/`,
    `  Data                  ${settings.data ?? 'in memory'}`,
    ...(token === null ? [] : [`  Token of the powers   ${token}`]),
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
