import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../docs/document-code.ts'
import { type ForeignProject, foreignProject, tarball } from './foreign-project.ts'

let project: ForeignProject
beforeAll(() => {
  project = foreignProject([
    tarball('emulator'),
    tarball('contract'),
    'zod@4.6.7',
    'typescript@5.9.3',
    '@types/node@24.19.1',
    'publint@0.3.25',
    '@arethetypeswrong/cli@0.18.5',
  ])
})
afterAll(() => project.remove())

const NAMES = ['emulator', 'contract'] as const

test.each(NAMES)('publint reports no problems in %s', async (name) => {
  const { code, out } = await project.run('npx', ['publint', 'run', tarball(name), '--strict'])
  expect(out).toContain('All good!')
  expect(code).toBe(0)
})

test.each(NAMES)('%s has correct types for ES modules and for CommonJS', async (name) => {
  const { code, out } = await project.run('npx', ['attw', tarball(name), '--no-color', '--no-emoji'])
  expect(out).toContain('No problems found')
  expect(code).toBe(0)
})

test('a strict TypeScript project compiles against both packages, as ES modules and as CommonJS', async () => {
  const use = `import { createEmulator, type Emulator } from '@kitabo/emulator'
import { defineContracts, validate, type Report } from '@kitabo/contract'
import { z } from 'zod'

export async function use(): Promise<[Emulator, Report]> {
  const emulator = await createEmulator({ port: 0, extend: (app) => void app.get('/x', (request) => request.world.name) })
  const { products } = await emulator.client()('GET /products/latest', { query: { limit: '2' } })
  const price: number | undefined = products[0]?.price
  // @ts-expect-error: this endpoint does not exist
  await emulator.client()('GET /nowhere')
  const contracts = defineContracts<{ bookId: number }>({
    endpoints: { books: { list: { method: 'GET', path: '/books', responses: { 200: z.array(z.unknown()) } } } },
    cases: { books: { list: [{ title: 'lists', status: 200, extract: () => ({ bookId: price ?? 1 }) }] } },
  })
  return [emulator, await validate(contracts, { target: emulator.origin })]
}
`
  project.write({
    'module.mts': use,
    'common.cts': use,
    'pets.mts': codeOf('contracts/package/README.md', 'js', 'const Pet = ').replace(
      '(body) => ({ petId: body[0].id })',
      '(body) => ({ petId: (body as { id: number }[])[0]!.id })',
    ),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module: 'NodeNext',
        target: 'ES2023',
        strict: true,
        noEmit: true,
        skipLibCheck: false,
      },
      include: ['*.mts', '*.cts'],
    }),
  })
  expect(await project.run('npx', ['tsc', '-p', '.'])).toEqual({ code: 0, out: '' })
})
