import { networkInterfaces } from 'node:os'
import { EMULATOR_PREFIX } from './control-api/client.ts'
import type { DemoAccount } from './world/demo-account.ts'

/** Unspecified addresses, which browsers cannot open. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::|\[::\])$/

export type StartupMessageOptions = {
  /** Origin on which the emulator listens, e.g. `http://127.0.0.1:8080`. */
  origin: string
  host: string
  allowHosts: readonly string[]
  hasShop: boolean
  demo: DemoAccount | null
  /** Folder for the database; null keeps everything in memory. */
  data: string | null
  /** Token that the control API requires; null for none. */
  token: string | null
}

/** Returns the text printed at startup: reachable URLs, the demo account and the data folder. */
export function startupMessage(options: StartupMessageOptions): string {
  const { host, allowHosts, demo, token } = options
  const origin = options.origin.replace('//127.0.0.1:', '//localhost:').replace('//[::1]:', '//localhost:')
  const { protocol, port } = new URL(origin)
  const lines = [
    options.hasShop ? `  The shop is open      ${origin}/` : `  Emulator is up        ${origin}/`,
    ...allowHosts.map((name) => `  Also at               ${protocol}//${name}${port && `:${port}`}/`),
    ...(EVERY_ADDRESS.test(host) && allowHosts.length === 0
      ? [`  Other machines        ${otherMachines()}`]
      : []),
    ...(demo ? [`  Demo account          ${demo.email}   password ${demo.password}`] : []),
    `  Console, codes        ${origin}${EMULATOR_PREFIX}/`,
    `  The provider's API    ${origin}/api/v1/`,
    `  Data                  ${options.data ?? 'in memory'}`,
    ...(token === null ? [] : [`  Control token         ${token}`]),
  ]
  return `\n${lines.join('\n')}\n\n`
}

/** Names this machine, because the emulator refuses unknown host names. */
function otherMachines(): string {
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  return `start with --allow-host ${addresses[0]?.address ?? 'NAME'} to accept requests for that name`
}
