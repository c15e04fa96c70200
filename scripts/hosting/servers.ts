import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../web/driver/free-port.ts'
import { endProcess, startEmulator } from '../../web/driver/start-emulator.ts'
import { previewServer } from '../preview.ts'
import { root } from '../project.ts'
import { fetchPackage } from '../toolchain/programs.ts'

/** Versions of the tools, which npm downloads for this test alone, because they are large. */
const TOOLS = { wrangler: '4.164.0', 'netlify-cli': '27.10.2', 'html-validate': '11.21.1' } as const

const NGINX = process.env.NGINX_PATH ?? '/usr/sbin/nginx'
const APACHE = '/usr/sbin/apache2'
const CADDY = '/usr/bin/caddy'

/** Maximum time until a server responds, in milliseconds. */
const MAX_START_MS = 240_000

/** A server with a deployed build. */
export type Server = { origin: string; stop: () => Promise<void> }

/** Starts a server for the build in `out`. */
export type StartServer = (out: string) => Promise<Server>

/** Returns the path of a tool's program. Installs the tool on the first call. @throws UserError if npm fails */
export const findTool = (name: keyof typeof TOOLS, program: string): string =>
  join(fetchPackage(name, TOOLS[name]), '.bin', program)

type Start = {
  program: string
  args: string[]
  port: number
  /** Working directory, which is deleted when the server stops. */
  folder: string
  env?: NodeJS.ProcessEnv
}

/** Starts a program and waits until it responds. @throws Error with its output if it ends */
async function start({ program, args, port, folder, env = process.env }: Start): Promise<Server> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const origin = `http://127.0.0.1:${port}`
  const deadline = Date.now() + MAX_START_MS
  while (!(await doesRespond(origin))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill()
      throw new Error(`${program} does not respond:\n${output.slice(-3000)}`)
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  const stop = async () => {
    await endProcess(child, 'SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, stop }
}

const doesRespond = (origin: string) =>
  send(origin, '/').then(
    () => true,
    () => false,
  )

export type RawResponse = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

/** Sends a GET with exactly this path, which fetch would normalise. */
export function send(origin: string, path: string): Promise<RawResponse> {
  return new Promise((resolved, failed) => {
    const { hostname, port } = new URL(origin)
    const clientRequest = request({ hostname, port, path, agent: false, timeout: 10_000 }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () =>
        resolved({ status: response.statusCode ?? 0, headers: response.headers, body }),
      )
      response.on('error', failed)
    })
    clientRequest.on('timeout', () => clientRequest.destroy(new Error(`No response to ${path}.`)))
    clientRequest.on('error', failed)
    clientRequest.end()
  })
}

/** Creates a folder that every user can read. */
function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-hosting-'))
  chmodSync(folder, 0o755)
  return folder
}

const preview: StartServer = async (out) => {
  const server = await previewServer(out)
  return { origin: await server.listen({ port: 0, host: '127.0.0.1' }), stop: () => server.close() }
}

const nginx: StartServer = async (out) => {
  const folder = workFolder()
  const port = await freePort()
  const conf = readFileSync(join(out, 'nginx.conf'), 'utf8')
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('listen [::]:8080;', '')
    .replace('/usr/share/nginx/html', join(resolve(out), 'public'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const main = `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\ninclude /etc/nginx/mime.types;\naccess_log off;\n${temporary.join('\n')}\n${conf}}\n`
  writeFileSync(join(folder, 'nginx.conf'), main)
  return start({ program: NGINX, args: ['-e', 'stderr', '-c', `${folder}/nginx.conf`], port, folder })
}

const apache: StartServer = async (out) => {
  const folder = workFolder()
  const port = await freePort()
  const modules = ['mpm_event', 'authz_core', 'rewrite', 'headers', 'mime', 'dir'].map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  )
  const site = join(resolve(out), 'public')
  writeFileSync(
    join(folder, 'httpd.conf'),
    `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nListen 127.0.0.1:${port}\nErrorLog ${folder}/error.log\n${modules.join('\n')}\nTypesConfig /etc/mime.types\nUser nobody\nGroup nogroup\n<VirtualHost *:${port}>\nDocumentRoot ${site}\n<Directory ${site}>\nRequire all granted\n</Directory>\nInclude ${join(resolve(out), 'apache.conf')}\n</VirtualHost>\n`,
  )
  return start({ program: APACHE, args: ['-f', `${folder}/httpd.conf`, '-D', 'FOREGROUND'], port, folder })
}

const caddy: StartServer = async (out) => {
  const folder = workFolder()
  const port = await freePort()
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n  admin off\n  auto_https off\n}\nhttp://127.0.0.1:${port} {\n  root * ${join(resolve(out), 'public')}\n  import ${join(resolve(out), 'shop.caddy')}\n}\n`,
  )
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return start({ program: CADDY, args: ['run', '--config', `${folder}/Caddyfile`], port, folder, env })
}

const cloudflare: StartServer = async (out) => {
  const folder = workFolder()
  const port = await freePort()
  const options = ['--port', String(port), '--ip', '127.0.0.1', '--inspector-port', '0']
  const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', HOME: folder }
  const args = [
    'pages',
    'dev',
    join(resolve(out), 'public'),
    ...options,
    '--compatibility-date',
    '2026-01-01',
  ]
  return start({ program: findTool('wrangler', 'wrangler'), args, port, folder, env })
}

const netlify: StartServer = async (out) => {
  const folder = workFolder()
  const port = await freePort()
  cpSync(join(out, 'public'), join(folder, 'public'), { recursive: true })
  // Edge functions would need a download of Deno. The shop has none.
  const options = ['--offline', '--no-open', '--skip-gitignore', '--internal-disable-edge-functions']
  const env = {
    ...process.env,
    CI: '1',
    NETLIFY_TELEMETRY_DISABLED: '1',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  const args = ['dev', '--dir', 'public', '--port', String(port), ...options]
  return start({ program: findTool('netlify-cli', 'netlify'), args, port, folder, env })
}

/** Starts the emulator, which renders its pages from its database, not from the build's files. */
const emulator: StartServer = async () => {
  const flags = ['--shop', join(root, 'web/dist'), '--products', '300']
  const { origin, stop } = await startEmulator({ flags })
  return { origin, stop }
}

/** Whether a server can be tested. Apache and Caddy are tested where they are installed. */
export function isInstalled(name: ServerName): boolean {
  const files: Partial<Record<ServerName, string>> = { nginx: NGINX, apache: APACHE, caddy: CADDY }
  return existsSync(files[name] ?? root)
}

export const servers = { preview, emulator, nginx, apache, caddy, cloudflare, netlify }
export type ServerName = keyof typeof servers
