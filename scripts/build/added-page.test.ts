import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../mock-server/test/test-app.ts'
import { makeHostingTable } from '../../web/build/hosting-table.ts'
import { sampleRequest } from '../../web/build/sample-responses.ts'
import type { ShopRoute } from '../../web/src/app/routes.ts'
import { LIST_PARAMETERS } from '../../web/src/config/paths.ts'
import { readEnv } from '../../web/src/config/read-env.ts'
import { store } from '../../web/src/config/store.ts'

// In a process of its own, because React cannot use a context in a browser's and a server's renderer.

const TEMPLATE = '<html data-slot="page"><!--slot:head--><!--slot:app--><!--slot:responses-->'

/** Adds a page with data to the table of routes, and nothing else. Its data has no sample. */
async function rendererWithPage() {
  vi.stubGlobal('SHOP_SETTINGS', readEnv({}, false))
  const { routes } = await import('../../web/src/app/routes.ts')
  const { call } = await import('../../web/src/api/api.ts')
  const { PageHead } = await import('../../web/src/ui/page/page-head.tsx')
  const query = { queryKey: ['config'], queryFn: () => call('GET /config') }
  const Page = () => PageHead({ title: 'Added' })
  const row: ShopRoute = {
    name: 'added',
    path: '/added',
    title: 'Added',
    description: 'An added page.',
    rendering: 'data',
    queries: () => [query],
    isMissing: (_, [config]) => config === null,
    module: 'added-page',
    component: Object.assign(Page, { preload: async () => undefined }) as never,
  }
  ;(routes as ShopRoute[]).unshift(row)
  return import('../../web/src/entry-server.tsx')
}

test('a page with data needs one row in the table of routes', async () => {
  const { routeTable, renderPage, routeInfo } = await rendererWithPage()
  const emulator = await createTestApp()
  onTestFinished(() => emulator.close())
  expect(routeInfo('/added')).toMatchObject({ name: 'added', rendering: 'data' })
  expect(makeHostingTable([], routeTable, readEnv({}, false)).pages).toContain('/added')
  const fromHost = await renderPage(TEMPLATE, '/added', {
    request: async (path) => (await emulator.fetch(`http://localhost/api/v1${path}`)).text(),
    origin: 'https://shop.example',
  })
  expect(fromHost).toContain(`"ecommerce_name":${JSON.stringify(store.name)}`)
  expect(fromHost).toContain('<link rel="canonical" href="https://shop.example/added"/>')
  expect(fromHost).toContain('An added page.')
  const sample = await renderPage(TEMPLATE, '/added', { request: sampleRequest('/added') })
  expect(sample).toContain('"ecommerce_name":"added"')
})

test('a server renders a list with the parameters that the host reads, and none that the browser sorts or filters', async () => {
  const { listSearch } = await rendererWithPage()
  expect(listSearch('?utm_source=chat&page=2&q=a+b&categoryId=')).toBe('?q=a+b&page=2')
  expect(listSearch('?utm_source=chat')).toBe('')
  const inBrowser = LIST_PARAMETERS.filter((name) => listSearch(`?q=atlas&${name}=1`) === null)
  expect(inBrowser).toEqual(['class', 'price', 'stock', 'sort'])
})
