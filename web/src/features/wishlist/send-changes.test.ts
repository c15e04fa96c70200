import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '../../../test/full-storage.ts'
import { goOffline } from '../../../test/go-offline.ts'
import { lateResponse } from '../../../test/render.tsx'
import { getOwner, readOwner, rememberCustomer, setToken } from '../../api/session.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { clearQueuedChanges, getQueuedChanges } from './queued-changes.ts'
import { queueChange, sendOrQueue, sendQueuedChanges } from './send-changes.ts'

const atlas = readProduct({ id: 7, name: 'Atlas', price: 9000 }) as ShopProduct & { id: number }
const pen = { ...atlas, id: 8, name: 'Pen' }

function logIn(token: string, id: number): void {
  setToken(token)
  rememberCustomer(token, id)
}

const makeOffline = (product: typeof atlas, isRemoval: boolean) =>
  queueChange({ product, isRemoval, owner: readOwner(getOwner()) })

const queued = () =>
  getQueuedChanges().map(({ product, isRemoval, owner }) => [product.id, isRemoval, owner.id])

/** Two customers of one phone have queued changes for the same product. */
beforeEach(() => {
  logIn('token-of-amina', 1)
  makeOffline(atlas, false)
  logIn('token-of-david', 2)
  makeOffline(atlas, true)
  makeOffline(pen, false)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("a change replaces the same customer's earlier one only", () => {
  makeOffline(atlas, false)
  expect(queued()).toEqual([
    [7, false, 1],
    [8, false, 2],
    [7, false, 2],
  ])
})

test("changes that are sent or cleared leave another customer's in the queue", async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_: unknown, { method, body }: RequestInit) => {
    sent.push(`${method} ${body}`)
    return new Response('{"message":"ok"}')
  })
  await sendQueuedChanges(new QueryClient())
  expect(sent).toEqual(['DELETE {"product_ids":[7]}', 'POST {"product_ids":[8]}'])
  expect(queued()).toEqual([[7, false, 1]])
  clearQueuedChanges()
  expect(queued()).toEqual([[7, false, 1]])
  logIn('token-of-amina', 1)
  clearQueuedChanges()
  expect(queued()).toEqual([])
})

test('a change that the host refuses just before the network fails is not queued', async () => {
  vi.stubGlobal('fetch', async () => {
    goOffline()
    return new Response('{"message":"No such product."}', { status: 403 })
  })
  const before = queued()
  const change = { product: { ...atlas, id: 9 }, isRemoval: false }
  await expect(sendOrQueue(new QueryClient(), change)).rejects.toThrow('403')
  expect(queued()).toEqual(before)
})

const WAITING = [
  [7, false, 1],
  [7, true, 2],
  [8, false, 2],
]

test.each([
  [403, '{"message":"No such product."}'],
  [404, '{}'],
  [200, '{"message":"","errors":[{"code":"product","message":"No such product."}]}'],
])('a change that the host refuses with %i is dropped, and the next ones are sent', async (status, body) => {
  vi.stubGlobal('fetch', async () => new Response(body, { status }))
  await sendQueuedChanges(new QueryClient())
  expect(queued()).toEqual([[7, false, 1]])
})

test.each([401, 408, 429, 500, 503])('changes wait if the host responds with %i', async (status) => {
  const requests = vi.fn(async () => new Response('{}', { status }))
  vi.stubGlobal('fetch', requests)
  await sendQueuedChanges(new QueryClient())
  expect(queued()).toEqual(WAITING)
  // After 401, the customer is logged out.
  expect(requests).toHaveBeenCalledTimes(status === 401 ? 1 : 2)
})

test('changes wait if the network fails, and are sent again after five seconds', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await sendQueuedChanges(new QueryClient())
  expect(queued()).toEqual(WAITING)
  vi.stubGlobal('fetch', async () => new Response('{"message":"ok"}'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(queued()).toEqual([[7, false, 1]])
})

test('changes that the host could not store are sent again after a minute', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }))
  await sendQueuedChanges(new QueryClient())
  vi.stubGlobal('fetch', async () => new Response('{"message":"ok"}'))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(queued()).toEqual(WAITING)
  await vi.advanceTimersByTimeAsync(1000)
  expect(queued()).toEqual([[7, false, 1]])
})

test('the queued changes of a customer who logs in while one of an earlier customer fails are all sent', async () => {
  const late = lateResponse()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: unknown, { method, body }: RequestInit) => {
    sent.push(`${method} ${body}`)
    return sent.length === 1 ? late.response : Promise.resolve(new Response('{"message":"ok"}'))
  })
  const sending = sendQueuedChanges(new QueryClient())
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  logIn('token-of-amina', 1)
  late.send(new Response('{}', { status: 503 }))
  await sending
  expect(sent).toEqual(['DELETE {"product_ids":[7]}', 'POST {"product_ids":[7]}'])
  expect(queued()).toEqual([
    [7, true, 2],
    [8, false, 2],
  ])
})

test('no timer sends queued changes again while the browser is offline', async () => {
  vi.useFakeTimers()
  const requests = vi.fn(() => {
    goOffline()
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  vi.stubGlobal('fetch', requests)
  await sendQueuedChanges(new QueryClient())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toHaveBeenCalledOnce()
  expect(queued()).toEqual(WAITING)
})

test("a change that waits for an earlier one is not sent to another customer's list", async () => {
  const late = lateResponse()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: unknown, { body }: RequestInit) => {
    sent.push(body)
    return late.response
  })
  const client = new QueryClient()
  const first = sendOrQueue(client, { product: atlas, isRemoval: false })
  const second = sendOrQueue(client, { product: pen, isRemoval: false })
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  logIn('token-of-amina', 1)
  late.send(new Response('{"message":"ok"}'))
  await first
  await expect(second).rejects.toThrow('The customer has changed.')
  expect(sent).toHaveLength(1)
})

test('a change whose request loses the network is queued for the customer who made it', async () => {
  let loseNetwork = () => {}
  const requests = vi.fn(
    () =>
      new Promise<Response>((_, reject) => {
        loseNetwork = () => reject(new TypeError('Failed to fetch'))
      }),
  )
  vi.stubGlobal('fetch', requests)
  const result = sendOrQueue(new QueryClient(), { product: pen, isRemoval: true })
  await vi.waitFor(() => expect(requests).toHaveBeenCalledOnce())
  logIn('token-of-amina', 1)
  goOffline()
  loseNetwork()
  expect(await result).toBe('queued')
  expect(queued()).toEqual([
    [7, false, 1],
    [7, true, 2],
    [8, true, 2],
  ])
})

test('a change that cannot be stored leaves the earlier one for its product in the queue', () => {
  fillStorage()
  expect(() => makeOffline(pen, true)).toThrow("couldn't save")
  expect(queued()).toEqual(WAITING)
})
