import { expect, test, vi } from 'vitest'
import { fetchOrEarly } from './handover.ts'

test("returns the boot script's response once", async () => {
  const requested = vi.fn(async () => new Response('later'))
  vi.stubGlobal('fetch', requested)
  const responses = { 'http://host/banners': Promise.resolve(new Response('early')) }
  Object.assign(window, { early: { responses, styles: Promise.resolve(), taps: [] } })
  const url = new URL('http://host/banners')
  expect(await (await fetchOrEarly(url)).text()).toBe('early')
  expect(await (await fetchOrEarly(url)).text()).toBe('later')
  expect(requested).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})
