import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { mayBeOutdated } from '../api/outdated-times.ts'
import { codeClient } from '../ui/loading/lazy-module.ts'
import { repeatFailedReads } from './repeat-failed-reads.ts'

/** The network of the test: which reads get a response. */
const network = { canReachConfig: false, canReachProduct: false, configStatus: 404 }

/** The failure of a read without a response. */
const lost = new TypeError('No network.')
/** Why the product fails. */
let failure: Error

let client: QueryClient
let isShown: () => void
/** The number of requests for each. */
let requests: { config: number; product: number }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(network, { canReachConfig: false, canReachProduct: false, configStatus: 404 })
  requests = { config: 0, product: 0 }
  failure = lost
  vi.stubGlobal('fetch', async () => {
    requests.config += 1
    if (!network.canReachConfig) throw new TypeError('No network.')
    return Response.json({}, { status: network.configStatus })
  })
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  client.mount()
  const page = new QueryObserver(client, {
    queryKey: ['customer', 'product'],
    queryFn: async () => {
      requests.product += 1
      // A response takes time, so that the test can choose it.
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (!network.canReachProduct) throw failure
      return 'Product'
    },
  })
  isShown = page.subscribe(() => {})
})

afterEach(() => {
  isShown()
  client.unmount()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a read that failed is repeated once the host can be reached again', async () => {
  repeatFailedReads(client)
  await pass(60_000)
  expect(requests.product).toBe(1)
  Object.assign(network, { canReachConfig: true, canReachProduct: true })
  await pass(10_000)
  expect(requests.product).toBe(2)
  const sent = requests.config
  await pass(60_000)
  expect(requests).toEqual({ config: sent, product: 2 })
})

test('a repeated read that gets no response either is repeated again', async () => {
  repeatFailedReads(client)
  await pass(1_000)
  network.canReachConfig = true
  await pass(10_000)
  expect(requests.product).toBe(2)
  network.canReachProduct = true
  await pass(10_000)
  expect(requests.product).toBe(3)
})

test('a read that had failed before is repeated too', async () => {
  await pass(20_000)
  repeatFailedReads(client)
  await pass(1_000)
  Object.assign(network, { canReachConfig: true, canReachProduct: true })
  await pass(10_000)
  expect(requests.product).toBe(2)
})

test('a read to which a working host responds with a failure is not repeated', async () => {
  network.canReachConfig = true
  failure = new ApiError('GET /products', 500, {})
  repeatFailedReads(client)
  await pass(120_000)
  expect(requests).toEqual({ config: 1, product: 1 })
})

// The host may have returned between the request and the end of its time limit.
test('a read without a response is repeated, although the host works when it fails', async () => {
  network.canReachConfig = true
  repeatFailedReads(client)
  await pass(1_000)
  network.canReachProduct = true
  await pass(10_000)
  expect(requests.product).toBe(2)
})

test('a read that never gets a response from a working host is repeated once', async () => {
  network.canReachConfig = true
  repeatFailedReads(client)
  await pass(120_000)
  expect(requests.product).toBe(2)
})

test('the host is no longer requested after the page with the failed read is closed', async () => {
  repeatFailedReads(client)
  await pass(20_000)
  isShown()
  await pass(10_000)
  const sent = requests.config
  await pass(60_000)
  expect(requests.config).toBe(sent)
})

test('the host is not requested while the browser reports no network or the page is hidden', async () => {
  repeatFailedReads(client)
  await pass(1_000)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const sent = requests.config
  await pass(60_000)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  goOffline()
  await pass(60_000)
  expect(requests.config).toBe(sent)
})

test('a read that failed while the network settles is repeated three times', async () => {
  network.canReachConfig = true
  repeatFailedReads(client)
  await pass(1_000)
  expect(requests.product).toBe(1)
  window.dispatchEvent(new Event('online'))
  await pass(2_000)
  expect(requests.product).toBe(2)
  await pass(4_000)
  expect(requests.product).toBe(3)
  network.canReachProduct = true
  await pass(60_000)
  expect(requests.product).toBe(4)
})

test('a read that failed is not repeated while the network settles if the browser is offline again', async () => {
  repeatFailedReads(client)
  await pass(1_000)
  window.dispatchEvent(new Event('online'))
  goOffline()
  await pass(60_000)
  expect(requests.product).toBe(1)
})

test.each([503, 429])(
  'a read is repeated once a host that responds to everything with %i works again',
  async (status) => {
    Object.assign(network, { canReachConfig: true, configStatus: status })
    repeatFailedReads(client)
    await pass(30_000)
    expect(requests.product).toBe(1)
    Object.assign(network, { configStatus: 404, canReachProduct: true })
    await pass(10_000)
    expect(requests.product).toBe(2)
  },
)

test('the code of a page that failed to load is loaded again once the host works', async () => {
  isShown()
  let loads = 0
  const code = {
    queryKey: ['page'],
    queryFn: () => {
      loads += 1
      if (!network.canReachConfig) throw new TypeError('No network.')
      return 'Page'
    },
    retry: false,
  }
  repeatFailedReads(client)
  await codeClient.prefetchQuery(code)
  // The error page is rendered after the failure.
  const leave = new QueryObserver(codeClient, { ...code, retryOnMount: false }).subscribe(() => {})
  await pass(30_000)
  expect(loads).toBe(1)
  network.canReachConfig = true
  await pass(10_000)
  expect(loads).toBe(2)
  leave()
})

test('the data of a page counts as stored while the host does not work, and is then refetched', async () => {
  let lists = 0
  const list = new QueryObserver(client, {
    queryKey: ['products', 'latest'],
    queryFn: () => {
      lists += 1
      return []
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const leave = list.subscribe(() => {})
  client.setQueryData(['page', 'left'], 'data', { updatedAt: 5_000 })
  await pass(100)
  expect(mayBeOutdated(list.getCurrentResult().dataUpdatedAt)).toBe(false)
  repeatFailedReads(client)
  await pass(1000)
  expect(mayBeOutdated(list.getCurrentResult().dataUpdatedAt)).toBe(true)
  // Without data, and on another page, there is no time to show.
  expect(client.getQueryState(['customer', 'product'])?.dataUpdatedAt).toBe(0)
  expect(client.getQueryState(['page', 'left'])?.dataUpdatedAt).toBe(5_000)
  Object.assign(network, { canReachConfig: true, canReachProduct: true })
  await pass(10_000)
  expect(lists).toBe(2)
  expect(mayBeOutdated(list.getCurrentResult().dataUpdatedAt)).toBe(false)
  leave()
})

test('a failed request for the settings is repeated after ten seconds, and marks no other data as outdated', async () => {
  isShown()
  let isDown = true
  const show = (name: string, load: () => string) => {
    const read = new QueryObserver(client, { queryKey: [name], queryFn: load })
    onTestFinished(read.subscribe(() => {}))
    return read
  }
  const config = show('config', () => {
    if (isDown) throw lost
    return 'Settings'
  })
  const list = show('products', () => 'List')
  await pass(100)
  repeatFailedReads(client)
  await pass(9_000)
  expect(requests.config).toBe(0)
  expect(mayBeOutdated(list.getCurrentResult().dataUpdatedAt)).toBe(false)
  isDown = false
  network.canReachConfig = true
  await pass(2_000)
  expect(config.getCurrentResult().data).toBe('Settings')
})

test('a failed search for places, which have another host, is not repeated', async () => {
  const search = vi.fn(() => Promise.reject(lost))
  const places = new QueryObserver(client, { queryKey: ['places', 'kampala'], queryFn: search })
  onTestFinished(places.subscribe(() => {}))
  repeatFailedReads(client)
  await pass(1_000)
  Object.assign(network, { canReachConfig: true, canReachProduct: true })
  await pass(30_000)
  expect(requests.product).toBe(2)
  expect(search).toHaveBeenCalledOnce()
})

test('the reads of a document from the cache are repeated immediately if the host works again, also those it has refused', async () => {
  document.documentElement.setAttribute('data-cached', '')
  vi.stubEnv('SSR', false)
  onTestFinished(() => {
    document.documentElement.removeAttribute('data-cached')
    vi.unstubAllEnvs()
  })
  vi.resetModules()
  const { ApiError: Refusal } = await import('contracts/client')
  const { repeatFailedReads: repeatReads } = await import('./repeat-failed-reads.ts')
  failure = new Refusal('GET /products', 500, {})
  network.canReachConfig = true
  await pass(1_000)
  network.canReachProduct = true
  repeatReads(client)
  await pass(100)
  expect(requests.product).toBe(2)
})

test('a read is repeated once a host that has failed sends its settings again', async () => {
  expectOnConsole(/GET \/config does not match its contract/)
  Object.assign(network, { canReachConfig: true, configStatus: 503 })
  repeatFailedReads(client)
  await pass(60_000)
  expect(requests.product).toBe(1)
  Object.assign(network, { configStatus: 200, canReachProduct: true })
  await pass(10_000)
  expect(requests.product).toBe(2)
})

test('the queries of a page that was loaded offline know that they are offline', () => {
  expect(onlineManager.isOnline()).toBe(true)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => onlineManager.setOnline(true))
  repeatFailedReads(client)
  expect(onlineManager.isOnline()).toBe(false)
  online.mockReturnValue(true)
})
