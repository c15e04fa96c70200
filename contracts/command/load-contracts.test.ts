import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { providerContracts } from '../cases/provider.ts'
import { defineContracts, parseContracts } from '../src/define-contracts.ts'
import { loadContracts, originOf } from './load-contracts.ts'

const exampleFile = join(import.meta.dirname, '../package/example/shop.contracts.ts')

test('the contracts are those of the bookshop by default', async () => {
  expect(await loadContracts({})).toBe(providerContracts)
})

test('the compiler rejects a caller that does not exist', () => {
  const contracts = defineContracts({
    endpoints: {},
    // @ts-expect-error
    cases: { me: { info: [{ title: 'a', status: 200, as: 'custommer' }] } },
  })
  expect(() => parseContracts(contracts)).toThrow('not "custommer"')
})

test('contracts are the default export of a module', async () => {
  const { endpoints } = await loadContracts({ contracts: exampleFile })
  expect(Object.keys(endpoints)).toEqual(['items.list', 'orders.list'])
})

test.each([
  ['export default {}', 'FILE: it exports no endpoints.'],
  ['const endpoints = {}', 'FILE: it exports no endpoints.'],
  ['export default null', 'FILE: it exports no endpoints.'],
  ['throw "no reason"', 'FILE cannot be loaded: no reason'],
  ['throw null', 'FILE cannot be loaded: null'],
  [
    `export const endpoints = { me: { info: { method: 'GET', path: '/me', responses: { 200: {} } } } }`,
    'FILE: endpoints.me.info.responses.200: must be a Zod 4 schema.',
  ],
  [
    `export const endpoints = {}; export const cases = { me: { info: [{ title: 'a', status: 200, as: 'custommer' }] } }`,
    'FILE: cases.me.info.0.as: must be anonymous, customer, invalid-token, not "custommer".',
  ],
  ['throw new Error("no\\nreason")', 'FILE cannot be loaded: no'],
])('the error for a module with "%s" is one line with the file', async (content, message) => {
  const file = join(mkdtempSync(join(tmpdir(), 'contracts-')), 'contracts.mjs')
  writeFileSync(file, content)
  const error = await loadContracts({ contracts: file }).catch((thrown) => thrown)
  expect(error.message.replace(file, 'FILE')).toBe(message)
})

test.each([
  ['https://x.test/api/v1', 'https://x.test'],
  ['https://x.test/shop/api/v1', 'https://x.test/shop'],
  ['https://x.test', 'https://x.test'],
  ['https://x.test/api/v2', 'https://x.test/api/v2'],
  [undefined, undefined],
])('the prefix of the contracts is not part of the target: %s is %s', (target, origin) => {
  expect(originOf(target, providerContracts)).toBe(origin)
  expect(originOf(target, { ...providerContracts, prefix: '' })).toBe(target)
})
