import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../documents/document-code.ts'
import { createForeignProject, type ForeignProject, tarball } from './foreign-project.ts'

const DOCUMENT = 'docs/emulator-in-tests.md'
const ADDRESS = /Emulator is up\s+(http:\/\/localhost:(\d+))\//

let project: ForeignProject
beforeAll(() => {
  project = createForeignProject([
    tarball('emulator'),
    tarball('contract'),
    'zod@4.6.7',
    'vitest@5.1.1',
    'jest@30.5.2',
  ])
})
afterAll(() => project.remove())

describe('npx', () => {
  test('starts the emulator in an empty folder, on a free port, with the API, the images and the console', async () => {
    const empty = createForeignProject()
    try {
      const [, origin = '', port] = await empty.start(
        'npx',
        ['--yes', '--package', tarball('emulator'), 'kitabo-emulator'],
        ADDRESS,
      )
      expect(Number(port)).toBeGreaterThan(1023)
      const { products } = await (await fetch(`${origin}/api/v1/products/latest?limit=2`)).json()
      expect(products).toHaveLength(2)
      const image = await fetch(`${origin}/storage/product/${products[0].image[0] ?? products[0].images[0]}`)
      expect(image.headers.get('content-type')).toBe('image/webp')
      const console = await (await fetch(`${origin}/__emulator/`)).text()
      expect(console).toContain('<script type="module"')
      expect((await fetch(`${origin}/v3.js`)).headers.get('content-type')).toContain('text/javascript')
    } finally {
      empty.remove()
    }
  })

  test('accepts the options of npm run emulator', async () => {
    const [, , port] = await project.start(
      'npx',
      ['@kitabo/emulator', '--port', '8541', '--products', '20', '--seed', 'same'],
      ADDRESS,
    )
    expect(port).toBe('8541')
    const { total_size: total } = await (await fetch('http://localhost:8541/api/v1/products/latest')).json()
    expect(total).toBe(20)
    const { code, out } = await project.run('npx', ['@kitabo/emulator', '--prot', '1'])
    expect(code).toBe(1)
    expect(out.trim()).toBe("Unknown option '--prot' (did you mean --port?); --help lists the options.")
    const help = await project.run('npx', ['@kitabo/emulator', '--help'])
    expect(help.out).toContain('Usage: kitabo-emulator [options]')
    expect(help.out).toContain('(KITABO_DATA, default none: in memory)')
  })
})

describe('createEmulator', () => {
  test('runs in Vitest, with a world for each worker', async () => {
    project.write({
      'first.test.mjs': codeOf(DOCUMENT, 'js', "from 'vitest'"),
      'world.test.mjs': `import { createEmulator } from '@kitabo/emulator'
import { expect, test } from 'vitest'
${codeOf(DOCUMENT, 'js', 'VITEST_POOL_ID')}
test('a fault affects only its own world', async () => {
  expect(process.env.VITEST_POOL_ID).toBeDefined()
  expect((await world.fetch(emulator.origin + '/api/v1/banners')).status).toBe(503)
  expect((await fetch(emulator.origin + '/api/v1/banners')).status).toBe(200)
  await emulator.close()
})
`,
    })
    const { code, out } = await project.run('npx', ['vitest', 'run', '--root', '.'])
    expect(out).toMatch(/Tests\s+2 passed/)
    expect(code).toBe(0)
  })

  test('runs in Jest, with a world for each worker', async () => {
    const setup = codeOf(DOCUMENT, 'js', 'require(')
    project.write({
      'one.jest.js': `${setup}
test('a product is returned', async () => {
  expect(await emulator.client()('GET /products/latest', { query: { limit: '1' } })).toMatchObject({ limit: '1' })
})
`,
      'two.jest.js': `${setup}
test('a fault affects only its own world', async () => {
  const world = emulator.inWorld('worker-' + process.env.JEST_WORKER_ID)
  await world.control('POST /faults', { body: { path: '/banners', effect: { status: 503 } } })
  expect((await world.fetch('http://localhost/api/v1/banners')).status).toBe(503)
  expect((await emulator.fetch('http://localhost/api/v1/banners')).status).toBe(200)
})
`,
    })
    const { code, out } = await project.run('npx', ['jest', '--testRegex', '\\.jest\\.js$', '--rootDir', '.'])
    expect(out).toMatch(/Tests:\s+2 passed, 2 total/)
    expect(out).not.toContain('did not exit')
    expect(code).toBe(0)
  })

  test('runs in node:test', async () => {
    project.write({
      'node.mjs': `${codeOf(DOCUMENT, 'js', "from 'node:test'")}
import assert from 'node:assert/strict'
test('the demo customer has orders', async () => {
  const orders = await emulator.client(emulator.tokenOf())('GET /customer/order/list')
  assert.ok(orders.length > 0)
})
`,
    })
    const { code, out } = await project.run('node', ['--test', 'node.mjs'])
    expect(out).toMatch(/pass 1\b/)
    expect(code).toBe(0)
  })
})

test("draws an image after require('@kitabo/emulator') with an empty cache", async () => {
  project.write({
    'image.cjs': `const { mkdtempSync } = require('node:fs')
Object.assign(process.env, { XDG_CACHE_HOME: mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'empty-cache-')) })
const { createEmulator } = require('@kitabo/emulator')
async function draw() {
  const emulator = await createEmulator()
  const { products } = await emulator.client()('GET /products/latest', { query: { limit: '3' } })
  const url = new URL(products[0].image_fullpath ? products[0].image_fullpath[0] ?? products[0].image_fullpath : '/', 'http://localhost')
  const { status, headers } = await emulator.fetch(url)
  await emulator.close()
  return status + ' ' + headers.get('content-type')
}
draw().then(console.log)
`,
  })
  expect(await project.run('node', ['image.cjs'])).toEqual({ code: 0, out: '200 image/webp\n' })
})

test("require('@kitabo/emulator') and require('@kitabo/contract') work", async () => {
  project.write({
    'use.cjs': `const { createEmulator } = require('@kitabo/emulator')
const { defineContracts, validate } = require('@kitabo/contract')
const { z } = require('zod')
async function useBoth() {
  const emulator = await createEmulator({ port: 0, products: 20 })
  const list = { method: 'GET', path: '/banners', readOnly: 'a public list', responses: { 200: z.array(z.looseObject({ id: z.int() })) } }
  const contracts = defineContracts({ prefix: '/api/v1', endpoints: { banners: { list } } })
  const { summary } = await validate(contracts, { target: emulator.origin })
  await emulator.close()
  return summary.exitCode + ' ' + summary.verified
}
useBoth().then(console.log)
`,
  })
  expect(await project.run('node', ['use.cjs'])).toEqual({ code: 0, out: '0 1\n' })
})
