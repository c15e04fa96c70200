import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../web/driver/free-port.ts'
import { buyWithPickup, send } from '../../web/driver/shopper-actions.ts'
import { runInChromium } from '../lab/lab.ts'
import { root } from '../project.ts'

const TOKEN = 'kitabo-local'
const BOOK = { id: 5, stock: 6 }
/** Maximum time until a container is healthy, in milliseconds. The first start seeds the catalogue. */
const MAX_START_MS = 120_000
/** Maximum time until a saved source file takes effect, in milliseconds. */
const MAX_RELOAD_MS = 60_000
const MAX_STOP_MS = 8000
/** Source file with the health response, which is changed to test hot reload. */
const RELOADED = 'mock-server/src/control-handlers/serve-control.ts'
/** Copies the files that git tracks or does not ignore into a folder. */
const COPY = `umask 077
git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from=- |
  tar --extract --no-same-permissions --directory "$1"`

type Ports = Record<'SHOP_PORT' | 'EMULATOR_PORT' | 'WATCH_PORT' | 'WATCH_EMULATOR_PORT', string>

/** The containers of a run, which use a copy of the checkout. */
class Containers {
  readonly folder = mkdtempSync(join(tmpdir(), 'kitabo-images-'))
  readonly ports: Ports
  private readonly program: readonly string[]
  private readonly environment: NodeJS.ProcessEnv

  constructor(program: readonly string[], ports: Ports) {
    this.program = program
    this.ports = ports
    const builder = { DOCKER_BUILDKIT: '1', COMPOSE_DOCKER_CLI_BUILD: '1' }
    this.environment = { ...process.env, ...builder, ...ports, COMPOSE_PROJECT_NAME: 'kitabo-images-test' }
  }

  /** Copies the checkout with the file modes of umask 077. Configures the network for builds, if one is set. */
  copyCheckout(): void {
    mustRun(['bash', '-o', 'pipefail', '-c', COPY, 'copy', this.folder], { cwd: root })
    const network = process.env.KITABO_BUILD_NETWORK
    if (!network) return
    const services = ['emulator', 'shop', 'contract', 'watch']
    const builds = services.map((name) => `  ${name}: { build: { network: ${network} } }\n`)
    writeFileSync(join(this.folder, 'docker-compose.override.yml'), `services:\n${builds.join('')}`)
  }

  /** Runs docker compose with all profiles. @throws Error with the output if it fails */
  compose(...args: string[]): string {
    const profiles = ['--profile', 'contract', '--profile', 'watch']
    return mustRun([...this.program, ...profiles, ...args], { cwd: this.folder, env: this.environment })
  }

  inspect(service: string, format: string): string {
    const container = this.compose('ps', '-aq', service).trim()
    return mustRun(['docker', 'inspect', '--format', format, container]).trim()
  }

  inside(service: string, command: string): string {
    return this.compose('exec', '-T', service, 'sh', '-c', command).trim()
  }

  start(...services: string[]): void {
    this.compose('up', '-d', '--no-build', ...services)
  }

  async untilHealthy(service: string): Promise<void> {
    await expect
      .poll(() => this.inspect(service, '{{.State.Health.Status}}'), { timeout: MAX_START_MS, interval: 500 })
      .toBe('healthy')
  }

  /** Replaces text in a mounted source file as many editors do: a new file is renamed to the old one. */
  save(file: string, from: RegExp, to: string): void {
    const path = join(this.folder, file)
    const before = readFileSync(path, 'utf8')
    const after = before.replace(from, to)
    if (after === before) throw new Error(`${file} does not contain ${from}.`)
    writeFileSync(`${path}.new`, after)
    chmodSync(`${path}.new`, 0o644)
    renameSync(`${path}.new`, path)
  }

  remove(): void {
    this.compose('down', '--volumes', '--remove-orphans')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv }

function run(
  [program = '', ...args]: readonly string[],
  options: RunOptions = {},
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return { status, output: status === 0 ? stdout : `${stdout ?? ''}${stderr ?? ''}` }
}

function mustRun(command: readonly string[], options?: RunOptions): string {
  const { status, output } = run(command, options)
  if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${output.slice(-3000)}`)
  return output
}

/** Returns the status of a response, or 0 if there is no response. */
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

const control = (origin: string, path: string, body?: unknown) =>
  send(origin, body === undefined ? 'GET' : 'POST', `/__emulator${path}`, { body, token: TOKEN })

const ordersAt = async (origin: string): Promise<number> => (await control(origin, '/orders')).orders.length

/** Returns the compose command: Docker's plugin or the older program. Undefined if no Docker engine responds. */
function findCompose(): readonly string[] | undefined {
  if (run(['docker', 'info']).status !== 0) return undefined
  const programs = [['docker', 'compose'], ['docker-compose']]
  return programs.find((program) => run([...program, 'version']).status === 0)
}

const compose = findCompose()

/** Each test continues with the containers of the previous test. */
describe.skipIf(compose === undefined)('the images in docker-compose.yml', () => {
  let containers: Containers
  let shop: string
  let emulator: string
  beforeAll(async () => {
    const free = async () => String(await freePort())
    const ports = { SHOP_PORT: await free(), EMULATOR_PORT: await free() }
    shop = `http://localhost:${ports.SHOP_PORT}`
    emulator = `http://localhost:${ports.EMULATOR_PORT}`
    const watched = { WATCH_PORT: await free(), WATCH_EMULATOR_PORT: await free() }
    containers = new Containers(compose ?? [], { ...ports, ...watched })
    containers.copyCheckout()
    // Fails if an image does not build from a checkout with umask 077.
    containers.compose('build')
    containers.start('emulator', 'shop')
  })
  afterAll(() => containers.remove())

  test.each(['emulator', 'shop'])('run the %s without privileges', async (service) => {
    await containers.untilHealthy(service)
    const capabilities = containers.inside(service, 'sed -n "s/^CapEff:\\t//p" /proc/1/status')
    expect(Number.parseInt(capabilities, 16)).toBe(0)
    expect(containers.inside(service, 'touch /x 2>/dev/null || echo no')).toBe('no')
    expect(containers.inside(service, '[ "$(id -u)" = 0 ] || echo no')).toBe('no')
  })

  test('sell a book', async () => {
    const before = await ordersAt(emulator)
    await control(emulator, '/stock', BOOK)
    await runInChromium(async (browser) => buyWithPickup(await browser.newPage({ baseURL: shop }), BOOK.id))
    expect(await ordersAt(emulator)).toBe(before + 1)
  })

  test('keep the contract', () => {
    containers.compose('run', '--rm', 'contract')
  })

  test('stop in time, and keep their orders for the next start', async () => {
    const orders = await ordersAt(emulator)
    const begin = Date.now()
    containers.compose('stop')
    expect(Date.now() - begin).toBeLessThan(MAX_STOP_MS)
    expect(containers.inspect('emulator', '{{.State.ExitCode}}')).toBe('0')
    containers.compose('down')
    containers.start('emulator')
    await containers.untilHealthy('emulator')
    // Retries, because the first request may use a connection to the stopped container.
    await expect.poll(() => ordersAt(emulator).catch(() => 0), { timeout: MAX_STOP_MS }).toBe(orders)
  })

  test.each(['first', 'second'])('reload saved source files after the %s start of watch', async (turn) => {
    // The user in the container does not own this copy, so it must be readable by everyone.
    mustRun(['chmod', '-R', 'a+rX', containers.folder])
    const { WATCH_PORT, WATCH_EMULATOR_PORT } = containers.ports
    const health = `http://localhost:${WATCH_EMULATOR_PORT}/__emulator/health`
    containers.start('watch')
    for (const url of [`http://localhost:${WATCH_PORT}/`, health])
      await expect.poll(() => statusOf(url), { timeout: MAX_START_MS, interval: 500 }).toBe(200)
    for (const save of [1, 2, 3]) {
      const status = `${turn} ${save}`
      containers.save(RELOADED, /status: '(?:ok|\w+ \d)'/, `status: '${status}'`)
      const body = () =>
        fetch(health).then(
          (response) => response.text(),
          () => '',
        )
      await expect.poll(body, { timeout: MAX_RELOAD_MS, interval: 500 }).toContain(status)
    }
    containers.compose('stop', 'watch')
  })
})
