import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeBlocks } from '../../documents/document-code.ts'
import { createForeignProject, type ForeignProject, tarball } from './foreign-project.ts'

let project: ForeignProject
beforeAll(() => {
  project = createForeignProject([
    tarball('emulator'),
    tarball('contract'),
    'zod@4.6.7',
    'typescript@5.9.3',
    '@types/node@24.19.1',
    'publint@0.3.25',
    '@arethetypeswrong/cli@0.18.5',
    'vitest@5.1.1',
    '@types/jest@30.0.0',
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
  project.write({ 'module.mts': use, 'common.cts': use })
  expect(await compile('NodeNext', 'NodeNext', ['module.mts', 'common.cts'])).toEqual({ code: 0, out: '' })
})

const DOCUMENTS = [
  'docs/emulator-in-tests.md',
  'mock-server/package/README.md',
  'contracts/package/README.md',
]

/**
 * Returns the examples of the packages' documents as files. An example that imports nothing continues an earlier one.
 */
function documentedFiles(): Record<string, string> {
  const examples = DOCUMENTS.flatMap((document) =>
    (['js', 'ts'] as const).flatMap((language) =>
      codeBlocks(document, language).map((code) => ({ language, code })),
    ),
  )
  const files = examples.map(({ language, code }, at) => {
    const named = /^\/\/ (\S+)\n/.exec(code)?.[1]
    if (named) return [named, code]
    if (code.includes('require(')) return [`example-${at}.cjs`, code]
    const isComplete = code.includes('import ')
    const before = isComplete ? '' : "import { createEmulator } from '@kitabo/emulator'\n"
    return [`example-${at}.${language === 'js' ? 'mjs' : 'mts'}`, `${before}${code}`]
  })
  return Object.fromEntries(files)
}

test.each([
  ['NodeNext', 'NodeNext'],
  ['Node16', 'Node16'],
  ['ESNext', 'bundler'],
])(
  "the documents' examples compile in a strict project with module %s and resolution %s",
  async (...options) => {
    const files = documentedFiles()
    expect(Object.keys(files).length).toBeGreaterThan(8)
    project.write({
      ...files,
      'package.json': JSON.stringify({ ...JSON.parse(project.read('package.json')), type: 'module' }),
    })
    expect(await compile(...options, Object.keys(files))).toEqual({ code: 0, out: '' })
  },
)

/** Checks the types of files, JavaScript too. */
function compile(module: string, moduleResolution: string, files: string[]) {
  project.write({
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        module,
        moduleResolution,
        target: 'ES2023',
        strict: true,
        noEmit: true,
        allowJs: true,
        checkJs: true,
        skipLibCheck: false,
      },
      files,
    }),
  })
  return project.run('npx', ['tsc', '-p', '.'])
}
