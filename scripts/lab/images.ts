/** Builds and runs the images in docker-compose.yml, and checks that they work as documented in the README. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buyWithPickup, freePort, send } from '../../web/e2e/shopper-actions.ts'
import { commandLine, print, root } from '../command.ts'
import { inChromium } from './lab.ts'

const TOKEN = 'kitabo-local'
const BOOK = { id: 5, stock: 6 }
/** Maximum time until a container is healthy, in milliseconds. The first start seeds the catalogue. */
const MAX_START_MS = 120_000
/** Maximum time until a saved source file takes effect, in milliseconds. */
const MAX_RELOAD_MS = 60_000
const MAX_STOP_MS = 8000
/** Source file with the health response, which is changed to test hot reload. */
const RELOADED = 'mock-server/src/control/control.ts'
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
    await until(
      `${service} is healthy`,
      MAX_START_MS,
      () => this.inspect(service, '{{.State.Health.Status}}') === 'healthy',
    )
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

async function until(what: string, limit: number, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + limit
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(`${what}: timed out after ${limit / 1000} s`)
    await new Promise((done) => setTimeout(done, 500))
  }
  print(`ok      ${what}`)
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: expected ${expected}, found ${found}`)
  print(`ok      ${what}`)
}

/** Returns the status of a response, or 0 if there is no response. */
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

const control = (origin: string, path: string, body?: unknown) =>
  send(origin, body === undefined ? 'GET' : 'POST', `/__emulator${path}`, { body, token: TOKEN })

const ordersAt = async (origin: string) => (await control(origin, '/orders')).orders.length

function checkHardening(containers: Containers, service: string): void {
  const capabilities = containers.inside(service, 'sed -n "s/^CapEff:\\t//p" /proc/1/status')
  expectEqual(`${service} has no capabilities`, Number.parseInt(capabilities, 16), 0)
  expectEqual(
    `${service} cannot write to its root`,
    containers.inside(service, 'touch /x 2>/dev/null || echo no'),
    'no',
  )
  expectEqual(`${service} is not root`, containers.inside(service, '[ "$(id -u)" = 0 ] || echo no'), 'no')
}

async function checkShop(containers: Containers): Promise<void> {
  const { SHOP_PORT, EMULATOR_PORT } = containers.ports
  const emulator = `http://localhost:${EMULATOR_PORT}`
  containers.start('emulator', 'shop')
  for (const service of ['emulator', 'shop']) {
    await containers.untilHealthy(service)
    checkHardening(containers, service)
  }
  const before = await ordersAt(emulator)
  await control(emulator, '/stock', BOOK)
  await inChromium(async (browser) => {
    const page = await browser.newPage({ baseURL: `http://localhost:${SHOP_PORT}` })
    await buyWithPickup(page, BOOK.id)
  })
  expectEqual('a shopper buys a book', await ordersAt(emulator), before + 1)
  containers.compose('run', '--rm', 'contract')
  print('ok      the contract is kept')
  const orders = await ordersAt(emulator)
  const begin = Date.now()
  containers.compose('stop')
  expectEqual('both stop within 8 s', Date.now() - begin < MAX_STOP_MS, true)
  expectEqual('the emulator exits with 0', containers.inspect('emulator', '{{.State.ExitCode}}'), '0')
  containers.compose('down')
  containers.start('emulator')
  await containers.untilHealthy('emulator')
  // Retries, because the first request may use a connection to the stopped container.
  await until(
    'the orders survive down and up',
    MAX_STOP_MS,
    async () => (await ordersAt(emulator).catch(() => 0)) === orders,
  )
}

async function checkWatch(containers: Containers): Promise<void> {
  // The user in the container does not own this copy, so it must be readable by everyone.
  mustRun(['chmod', '-R', 'a+rX', containers.folder])
  const { WATCH_PORT, WATCH_EMULATOR_PORT } = containers.ports
  const health = `http://localhost:${WATCH_EMULATOR_PORT}/__emulator/health`
  for (const turn of ['first', 'second']) {
    containers.start('watch')
    const shop = `http://localhost:${WATCH_PORT}/`
    for (const url of [shop, health])
      await until(
        `${url} responds after the ${turn} start of watch`,
        MAX_START_MS,
        async () => (await statusOf(url)) === 200,
      )
    for (let save = 1; turn === 'second' && save <= 3; save++) {
      containers.save(RELOADED, /status: 'ok\d?'/, `status: 'ok${save}'`)
      const isReloaded = () =>
        fetch(health).then(
          async (found) => (await found.text()).includes(`ok${save}`),
          () => false,
        )
      await until(`watch reloads a source file after save ${save}`, MAX_RELOAD_MS, isReloaded)
    }
    containers.compose('stop', 'watch')
  }
}

/** Returns the compose command: Docker's plugin or the older program. Null if there is none. */
function findCompose(): readonly string[] | null {
  const programs = [['docker', 'compose'], ['docker-compose']]
  return programs.find((program) => run([...program, 'version']).status === 0) ?? null
}

async function testImages(): Promise<number> {
  const program = findCompose()
  if (!program || run(['docker', 'info']).status !== 0) {
    print('skipped  the images were not tested, because no Docker engine responds')
    return 0
  }
  const free = async () => String(await freePort())
  const ports = { SHOP_PORT: await free(), EMULATOR_PORT: await free() }
  const watched = { WATCH_PORT: await free(), WATCH_EMULATOR_PORT: await free() }
  const containers = new Containers(program, { ...ports, ...watched })
  try {
    containers.copyCheckout()
    containers.compose('build')
    print('ok      every image builds from a checkout with umask 077')
    await checkShop(containers)
    await checkWatch(containers)
    return 0
  } catch (error) {
    print(`FAILED  ${(error as Error).message}`)
    return 1
  } finally {
    containers.remove()
  }
}

commandLine(
  'test:images',
  'Builds and tests the Docker images: an order in Chromium, the contract, restarts, hot reload.',
).parse()
process.exitCode = await testImages()
