import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { pathOf } from '../harness/plan.ts'
import { isPermitted, liveReadsOf } from '../src/contracts.ts'
import type { CaseRequest, Endpoint } from '../src/endpoint.ts'
import { describeSchema } from '../src/schema/describe-schema.ts'
import { nonEmpty } from '../test/non-empty.ts'
import { providerContracts } from './provider.ts'
import { PROBED_INSTEAD } from './provider-case.ts'
import { STABLE_TITLE } from './read-probes.ts'
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

test('a run without --write sends no writes except the log-in', () => {
  expect(isPermitted(providerContracts, 'auth.login', 'POST', live)).toBe(true)
  expect(isPermitted(providerContracts, 'addresses.add', 'POST', live)).toBe(false)
  expect(isPermitted(providerContracts, 'addresses.add', 'POST', { ...live, write: true })).toBe(true)
})

/** Returns the path of a request and the names of its parameters, without their values. */
function shapeOf(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://x.test')
  return [pathname, ...searchParams.keys()].join(' ')
}

test('a case that live hosts are not sent because of a probe has a probe with the same path and parameters', () => {
  const { cases, endpoints, probes } = providerContracts
  const shapes = probes.flatMap(({ sends }) => sends.map((each) => shapeOf(each.replace(/^GET /, ''))))
  const probed = nonEmpty(
    Object.entries(cases).flatMap(([name, list]) =>
      list.filter(({ emulatorOnly }) => emulatorOnly === PROBED_INSTEAD).map((each) => ({ name, ...each })),
    ),
  )
  const unprobed = probed.filter(
    ({ name, request }) =>
      !shapes.includes(
        shapeOf(pathOf(providerContracts, endpoints[name] as Endpoint, request as CaseRequest)),
      ),
  )
  expect(unprobed.map(({ name, title }) => `${name}: ${title}`)).toEqual([])
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

/** Whether a schema is a list of objects, an object with such a list, or a union with one of both. */
function hasRows(schema: z.core.$ZodType, depth = 1): boolean {
  const node = describeSchema(schema)
  const nodes = node.kind === 'union' ? node.members : [node]
  return nodes.some(
    (each) =>
      (each.kind === 'array' && ['object', 'union'].includes(describeSchema(each.element).kind)) ||
      (each.kind === 'object' && depth > 0 && each.fields.some((field) => hasRows(field.schema, depth - 1))),
  )
}

test('every list that a run may read is requested twice, to compare the order of its rows', () => {
  const lists = Object.entries(providerContracts.endpoints).filter(
    ([name, { method, responses }]) =>
      method === 'GET' && name in liveReadsOf(providerContracts) && responses[200] && hasRows(responses[200]),
  )
  const probed = providerContracts.probes
    .filter(({ title }) => title === STABLE_TITLE)
    .map(({ name }) => name)
  const unprobed = lists.map(([name]) => name).filter((name) => !probed.includes(name))
  // Not lists: a product and the settings, with rows in some of their fields.
  expect(unprobed, 'Lists that STABLE_LISTS in cases/read-probes.ts lacks').toEqual([
    'products.details',
    'config.get',
  ])
})
