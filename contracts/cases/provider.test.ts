import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPermitted, liveReadsOf } from '../src/contracts.ts'
import { providerContracts } from './provider.ts'
import { SHOP_PAGES } from './shop-pages.ts'

const live = { write: false, isEmulator: false }

test('a GET without a readOnly reason is sent only to emulators', () => {
  expect(liveReadsOf(providerContracts)['banners.list']).toBe('a public list')
  expect(isPermitted(providerContracts, 'banners.list', 'GET', live)).toBe(true)
  expect(isPermitted(providerContracts, 'banners.unexplained', 'GET', { ...live, write: true })).toBe(false)
  expect(isPermitted(providerContracts, 'banners.unexplained', 'GET', { ...live, isEmulator: true })).toBe(
    true,
  )
})

test('a run without --write sends no writes except the login', () => {
  expect(isPermitted(providerContracts, 'auth.login', 'POST', live)).toBe(true)
  expect(isPermitted(providerContracts, 'addresses.add', 'POST', live)).toBe(false)
  expect(isPermitted(providerContracts, 'addresses.add', 'POST', { ...live, write: true })).toBe(true)
})

test('the pages that read an endpoint are pages of the shop', () => {
  const routes = readFileSync(new URL('../../web/src/app/routes.ts', import.meta.url), 'utf8')
  const pages = new Set([
    'every page',
    ...[...routes.matchAll(/defineRoute\(\s*'([\w-]+)'/g)].map(([, name]) => name),
  ])
  const unknown = Object.values(SHOP_PAGES)
    .flat()
    .filter((name) => !pages.has(name))
  expect(unknown).toEqual([])
})
