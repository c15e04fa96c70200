import { createTestApp } from 'mock-server/test/test-app'
import { expect, onTestFinished, test } from 'vitest'
import type { ShopRoute } from '../src/app/routes.tsx'
import { readEnv } from '../src/config/read-env.ts'
import { hostingOf } from './hosting-table.ts'
import { sampleRequest } from './sample-responses.ts'

const TEMPLATE = '<html data-slot="page"><!--slot:head--><!--slot:app--><!--slot:responses-->'

/** Adds a page with data to the table of routes, and nothing else. Its data has no sample. */
async function renderersWithPage() {
  const { routes } = await import('../src/app/routes.tsx')
  const { call } = await import('../src/api/api.ts')
  const { useQuery } = await import('@tanstack/react-query')
  const { PageHead } = await import('../src/ui/page/page-head.tsx')
  const query = {
    queryKey: ['config'],
    queryFn: () => call('GET /config'),
  }
  function Page() {
    const { data } = useQuery(query)
    return <PageHead title={`Shop: ${data?.ecommerce_name}`} />
  }
  const row: ShopRoute = {
    name: 'added',
    path: '/added',
    title: 'Added',
    description: 'An added page.',
    rendering: 'data',
    queries: () => [query],
    isMissing: (_, [config]) => config === null,
    module: 'added-page',
    page: Object.assign(Page, { preload: async () => undefined }) as never,
  }
  ;(routes as ShopRoute[]).unshift(row)
  return import('../src/entry-server.tsx')
}

test('a page with data needs one row in the table of routes', async () => {
  const { pages, renderPage, pageOf } = await renderersWithPage()
  const emulator = await createTestApp()
  onTestFinished(() => emulator.close())
  expect(pageOf('/added')).toMatchObject({ name: 'added', rendering: 'data' })
  expect(hostingOf([], pages, readEnv({}, false)).pages).toContain('/added')
  const fromHost = await renderPage(TEMPLATE, '/added', {
    request: async (path) => (await emulator.fetch(`http://localhost/api/v1${path}`)).text(),
    origin: 'https://shop.example',
  })
  expect(fromHost).toContain('>Shop: Kitabo</h1>')
  expect(fromHost).toContain('<link rel="canonical" href="https://shop.example/added"/>')
  expect(fromHost).toContain('An added page.')
  expect(await renderPage(TEMPLATE, '/added', { request: sampleRequest('/added') })).toContain(
    '>Shop: added</h1>',
  )
})
