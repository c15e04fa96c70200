import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const dockerfile = read('Dockerfile')
const compose = read('docker-compose.yml')

/** The services of the compose file by name, each as it is written. */
const services = new Map(
  compose
    .split(/^services:\n/m)[1]
    ?.split(/^volumes:/m)[0]
    ?.split(/^ {2}(?=\w)/m)
    .slice(1)
    .map((text) => [text.split(':')[0] ?? '', text]),
)

test('the images have the versions of Node and pnpm that the commands have', () => {
  const node = /'linux-x64': \['[\w-]+', '([\d.]+)'\]/.exec(read('scripts/runtime.mjs'))?.[1]
  const pnpm = /^const PNPM = '([\d.]+)'/m.exec(read('scripts/bootstrap.ts'))?.[1]
  expect(dockerfile).toContain(`ARG NODE=docker.io/library/node:${node}-bookworm-slim`)
  const versions = [...dockerfile.matchAll(/pnpm@([\d.]+)/g)].map(([, version]) => version)
  expect(versions).toEqual([pnpm, pnpm])
})

test('the packages are installed from the manifest of every room', () => {
  const rooms = [...read('pnpm-workspace.yaml').matchAll(/^ {2}- (\S+)$/gm)].map(([, room]) => room)
  expect(rooms).not.toEqual([])
  for (const room of rooms) expect(dockerfile).toContain(`COPY ${room}/package.json ${room}/\n`)
})

test('every service is read-only, without capabilities, and open to this machine only', () => {
  expect([...services.keys()]).toEqual(['emulator', 'shop', 'contract', 'watch'])
  for (const text of services.values()) expect(text).toContain('<<: *hardened')
  expect(compose).toMatch(
    /read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
  )
  const ports = [...compose.matchAll(/"([\d.]+:)?\d+:\d+"/g)].map(([, address]) => address)
  expect(ports.length).toBeGreaterThan(3)
  expect(new Set(ports)).toEqual(new Set(['127.0.0.1:']))
})

test('every image that is started runs as a normal user', () => {
  const targets = [...compose.matchAll(/target: (\w+)/g)].map(([, target]) => target)
  for (const target of new Set(targets)) {
    const stage = dockerfile.split(/^FROM /m).find((text) => text.split('\n')[0]?.endsWith(` AS ${target}`))
    expect([target, stage]).toEqual([target, expect.stringMatching(/^USER (?!root)/m)])
  }
})

test('what is mounted from the checkout cannot be written', () => {
  const mounts = compose.split('\n').filter((line) => /^ +- \.\//.test(line))
  expect(mounts.length).toBeGreaterThan(2)
  expect(mounts.filter((line) => !line.endsWith(':ro'))).toEqual([])
})
