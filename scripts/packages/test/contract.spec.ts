import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../documents/document-code.ts'
import { createForeignProject, type ForeignProject, tarball } from './foreign-project.ts'

const README = 'contracts/package/README.md'
const FILE = 'pets.contracts.js'

/** Another shop's API, whose responses each test can change. */
let pets: Server
let target: string
let responses: Record<string, { status: number; body: unknown }>
let requested: string[]

const HEALTHY = {
  '/v2/pets': { status: 200, body: [{ id: 7, name: 'Mia', tag: 'cat' }] },
  '/v2/pets/7': { status: 200, body: { id: 7, name: 'Mia', tag: 'cat' } },
  '/v2/pets/0': { status: 404, body: { message: 'There is no such pet.' } },
}

let project: ForeignProject
beforeAll(async () => {
  project = createForeignProject([tarball('contract'), 'zod@4.6.7'])
  // The README's example is an ES module, so every file of the project must be one.
  project.write({
    'package.json': project.read('package.json').replace('"private"', '"type": "module", "private"'),
    [FILE]: codeOf(README, 'js', 'const Pet = '),
  })
  pets = createServer(({ method, url = '' }, response) => {
    requested.push(`${method} ${url}`)
    const { status, body } = responses[url] ?? { status: 404, body: { message: 'Not found' } }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((up) => pets.listen(0, '127.0.0.1', up))
  target = `http://127.0.0.1:${(pets.address() as AddressInfo).port}`
})
beforeEach(() => {
  responses = structuredClone(HEALTHY)
  requested = []
})
afterAll(() => {
  pets.close()
  project.remove()
})

const contract = (...args: string[]) => project.run('npx', ['kitabo-contract', ...args, '--history', 'none'])
const validateWith = (...args: string[]) => contract('--contracts', FILE, '--target', target, ...args)

describe('contracts of another project', () => {
  test('pass for a conforming host, which receives only declared requests', async () => {
    const { code, out } = await validateWith()
    expect(out).toContain('the contract is kept at 2 endpoints')
    expect(code).toBe(0)
    expect(requested).toEqual(['GET /v2/pets', 'GET /v2/pets/7', 'GET /v2/pets/0'])
  })

  test('report drift with its path and exit code 1, in every report format', async () => {
    responses['/v2/pets/7'] = { status: 200, body: { id: '7', name: 'Mia', tag: 'cat' } }
    const reports = ['r.json', 'r.xml', 'r.html', 'r.md'].flatMap((file) => ['--report', file])
    const { code, out } = await validateWith(...reports)
    expect(code).toBe(1)
    expect(out).toMatch(/BREAKING\s+pets\.details\s+\$\.id/)
    const finding = { class: 'breaking', rule: 'type', where: '$.id', verdict: 'cannot tell' }
    expect(JSON.parse(project.read('r.json')).endpoints).toMatchObject([
      { name: 'pets.list', status: 'pass', findings: [] },
      { name: 'pets.details', status: 'drift', findings: [finding] },
    ])
    expect(project.read('r.xml')).toContain('<failure message="breaking at $.id')
    for (const page of ['r.html', 'r.md']) expect(project.read(page)).toContain('pets.details')

    const why = ['--reason', 'known', '--owner', 'Ada', '--until', '2099-01-01', '--baseline', 'b.json']
    const accepted = await project.run('npx', ['kitabo-contract', 'accept', 'r.json', ...why])
    expect(accepted.code).toBe(0)
    expect((await validateWith('--baseline', 'b.json')).code).toBe(0)
  })

  test.each<[string, string, string]>([
    ['none.js', '', 'none.js cannot be read (ENOENT).'],
    ['empty.js', 'export default { endpoints: {} }', 'empty.js: endpoints is empty.'],
    [
      'cases.js',
      `import { z } from 'zod'
export const endpoints = { pets: { list: { method: 'GET', path: '/pets', responses: { 200: z.unknown() } } } }
export const cases = { pets: { lists: [{ title: 'lists', status: 200 }] } }`,
      'cases.js: endpoint pets.lists does not exist.',
    ],
  ])('are rejected with a one-sentence message if they are invalid: %s', async (file, text, sentence) => {
    if (text !== '') project.write({ [file]: text })
    expect(await contract('--contracts', file, '--target', target)).toEqual({ code: 2, out: `${sentence}\n` })
  })

  test('require a target, because only the provider has an emulator', async () => {
    const message = '--contracts requires --target, because only the provider has an emulator.\n'
    expect(await contract('--contracts', FILE)).toEqual({ code: 2, out: message })
  })

  test('can also be used for validation in a program', async () => {
    project.write({
      'program.js': `import { checkResponse, validate } from '@kitabo/contract'
import contracts from './${FILE}'
const { summary } = await validate(contracts, { target: '${target}' })
console.log(summary.exitCode, summary.outcome)
console.log(checkResponse(contracts.endpoints.pets.details, 200, { id: 1, name: null, tag: 'cat' })[0].where)
`,
    })
    expect(await project.run('node', ['program.js'])).toEqual({
      code: 0,
      out: '0 the contract is kept at 2 endpoints\n$.name\n',
    })
  })
})

test("without --contracts, uses the provider's contracts and explains how to install the emulator", async () => {
  const { code, out } = await contract()
  expect(code).toBe(2)
  expect(out).toContain('Install emulator.tgz')
  expect((await contract('--help')).out).toContain('kitabo-contract har [options] <file.har...>')
})

test('validates the emulator if its package is installed', async () => {
  const both = createForeignProject([tarball('contract'), tarball('emulator'), 'zod@4.6.7'])
  try {
    const { code, out } = await both.run('npx', ['kitabo-contract'])
    expect(out).toContain('the contract is kept')
    expect(code).toBe(0)
    const [, origin = ''] = await both.start(
      'npx',
      ['kitabo-emulator'],
      /Emulator is up\s+(http:\/\/localhost:\d+)\//,
    )
    // The emulator runs elsewhere, so that its demo account comes from the installed package.
    const remote = await both.run('npx', ['kitabo-contract', '--target', origin, '--emulator', origin])
    expect(remote).toMatchObject({ code: 0, out: expect.stringContaining('the contract is kept') })
    expect((await both.run('npx', ['kitabo-contract', 'history'])).out).toContain(
      'latest outcome: the contract is kept',
    )
  } finally {
    both.remove()
  }
})
