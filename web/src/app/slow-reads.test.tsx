import { act, screen, waitFor, within } from '@testing-library/react'
import { api } from 'contracts/api'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { createTestApp, type TestApp } from 'mock-server/test/test-app'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressCards, openPreCheck, searchFor } from '../../test/pre-check.tsx'
import { enter, renderShop } from '../../test/render.tsx'
import { call, NoResponseError } from '../api/api.ts'
import { phoneUrl } from '../config/contact-urls.ts'
import { store } from '../config/store.ts'

/** A page that waits for the response of each read. */
const PAGES: Record<string, string> = {
  'GET /config': '/contact-us',
  'GET /banners': '/',
  'GET /homepage/sections': '/',
  'GET /categories': '/categories',
  'GET /categories/childes/{categoryId}': '/categories/3',
  'GET /categories/products/{categoryId}': '/categories/3',
  'GET /products/latest': '/shop',
  'GET /products/search': '/search?q=atlas',
  'GET /products/details/{id}': '/product-details/101',
  'GET /customer/info': '/my-account',
  'GET /customer/order/list': '/my-account?tab=orders',
  'GET /customer/address/list': '/my-account?show=addresses',
  'GET /customer/wish-list/': '/wishlist',
}

const keys = Object.values(api).flatMap((resource: Record<string, Endpoint>) =>
  Object.values(resource).map(endpointKey),
)
const reads = keys.filter((key) => key.startsWith('GET '))
const commands = keys.filter((key) => !key.startsWith('GET '))

/** Makes the emulator not respond to the first request of an endpoint. @returns its requests, and which were aborted */
function hangOnce(emulator: TestApp, key: string) {
  const [method, path = ''] = key.split(' ')
  const pattern = new RegExp(`/api/v1${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}$`)
  const counts = { requests: 0, aborted: 0 }
  const reply = emulator.fetch
  emulator.fetch = (input, init) => {
    const { pathname } = new URL(String(input), 'http://localhost')
    if (method !== (init?.method ?? 'GET') || !pattern.test(pathname)) return reply(input, init)
    counts.requests += 1
    if (counts.requests > 1) return reply(input, init)
    return new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => {
        counts.aborted += 1
        reject(init.signal?.reason)
      })
    })
  }
  return counts
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('every read has a page', () => {
  expect(Object.keys(PAGES).sort()).toEqual([...reads].sort())
})

describe('a read that is not answered', () => {
  test.each(reads)('is repeated by a click after six seconds: %s', async (key) => {
    const emulator = await createTestApp()
    const counts = hangOnce(emulator, key)
    await renderShop({ path: PAGES[key] ?? '', token: true, emulator })
    const main = within(await screen.findByRole('main'))
    // A list may be requested for several tiles.
    await waitFor(() => expect(counts.requests).toBeGreaterThan(0))
    const before = counts.requests
    await pass(5_000)
    expect(main.queryByText('Still loading…')).toBeNull()
    await pass(1_500)
    expect(main.getByText('Still loading…')).toBeVisible()
    await act(async () => main.getAllByRole('button', { name: 'Try again' })[0]?.click())
    await waitFor(() => expect(counts.aborted).toBe(1))
    await waitFor(() => expect(counts.requests).toBeGreaterThan(before))
    await pass(500)
    await waitFor(() => expect(main.queryByText('Still loading…')).toBeNull())
  })

  test("is followed by the shop's telephone number and WhatsApp after another eight seconds", async () => {
    const emulator = await createTestApp()
    hangOnce(emulator, 'GET /homepage/sections')
    await renderShop({ path: '/', emulator })
    const main = within(await screen.findByRole('main'))
    await pass(7_000)
    const notice = main.getByText('Still loading…').closest('[role=status]') as HTMLElement
    expect(within(notice).queryByRole('link')).toBeNull()
    await pass(8_000)
    expect(notice).toHaveTextContent(
      `Still loading… You can also reach us on ${store.phones[0]} or WhatsApp.`,
    )
    expect(within(notice).getByRole('link', { name: store.phones[0] })).toHaveAttribute(
      'href',
      phoneUrl(store.phones[0]),
    )
    expect(within(notice).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      `https://wa.me/${store.whatsapp}`,
    )
  })

  test('ends after 30 seconds as a network failure, and is not repeated without a click', async () => {
    const emulator = await createTestApp()
    const counts = hangOnce(emulator, 'GET /products/latest')
    await renderShop({ path: '/shop', emulator })
    await waitFor(() => expect(counts.requests).toBe(1))
    await pass(29_000)
    expect(screen.queryByText("We couldn't load the products.")).toBeNull()
    // The offline cache is read first.
    await pass(5_000)
    expect(await screen.findByText("We couldn't load the products.")).toBeVisible()
    const notice = screen.getByText(/^You can reach us on/)
    expect(within(notice).getByRole('link', { name: store.phones[0] })).toBeVisible()
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1)
    await pass(60_000)
    expect(counts).toEqual({ requests: 1, aborted: 1 })
  })
})

describe('a command that is not answered', () => {
  test.each(commands)('ends after 45 seconds as a network failure: %s', async (key) => {
    vi.stubGlobal('fetch', (_: unknown, { signal }: RequestInit) => {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    })
    const failure = vi.fn()
    void (call as (key: string, input: object) => Promise<unknown>)(key, { body: {} }).catch(failure)
    await pass(44_000)
    expect(failure).not.toHaveBeenCalled()
    await pass(1_500)
    expect(failure).toHaveBeenCalledWith(expect.any(NoResponseError))
    vi.unstubAllGlobals()
  })

  test('says so in its form after six seconds', async () => {
    const emulator = await createTestApp()
    hangOnce(emulator, 'POST /auth/login')
    const { user } = await renderShop({ path: '/my-account', emulator })
    await enter(user, await screen.findByLabelText('Email or phone'), 'demo@kitabo.example')
    await enter(user, screen.getByLabelText('Password'), 'kitabo-demo')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await pass(6_500)
    const waiting = screen.getByText('Still sending…').parentElement as HTMLElement
    expect(waiting).toHaveTextContent(`Still sending… You can also call ${store.phones[0]}.`)
    await pass(40_000)
    expect(screen.queryByText('Still sending…')).toBeNull()
    expect(screen.getAllByText('An error occurred. Please try again.')).not.toHaveLength(0)
  })
})

describe('a form that may have arrived', () => {
  /** Makes the emulator process a request, but never respond to it. */
  function loseFirst(emulator: TestApp, path: string) {
    const reply = emulator.fetch
    let count = 0
    emulator.fetch = async (input, init) => {
      if (!String(input).endsWith(path) || init?.method !== 'POST') return reply(input, init)
      count += 1
      if (count > 1) return reply(input, init)
      const { signal, ...request } = init
      await reply(input, request)
      return new Promise((_, reject) => {
        if (signal?.aborted) reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
    return () => count
  }

  test('registers a customer once', async () => {
    const emulator = await createTestApp()
    const requests = loseFirst(emulator, '/auth/registration')
    const { user } = await renderShop({ path: '/my-account', emulator })
    await user.click(await screen.findByRole('button', { name: 'Register' }))
    await enter(user, screen.getByLabelText(/^First name/), 'Moses')
    await enter(user, screen.getByLabelText(/^Last name/), 'Okot')
    await enter(
      user,
      screen.getByLabelText(/^Email/, { selector: 'form [name=email]' }),
      'moses@kitabo.example',
    )
    await enter(user, screen.getByLabelText(/^Phone/), '0700333444')
    await enter(user, screen.getByLabelText(/^Password/), 'secret-1')
    const register = () => screen.getByRole('button', { name: /^Register/ })
    await user.click(register())
    await pass(46_000)
    expect(await screen.findAllByText('An error occurred during registration.')).not.toHaveLength(0)
    await user.click(register())
    await waitFor(() => expect(screen.getAllByText('User Created Successfully')).not.toHaveLength(0))
    expect(requests()).toBe(1)
  })

  test('saves an address once', async () => {
    const emulator = await createTestApp()
    const requests = loseFirst(emulator, '/customer/address/add')
    const shop = await openPreCheck({ emulator })
    const { user } = shop
    await addressCards()
    await searchFor(shop, 'ntin')
    await pass(300)
    await user.click((await screen.findAllByRole('option'))[0] as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Save searched address' }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = () => dialog.getByRole('button', { name: /^Sav/ })
    await user.click(save())
    await pass(6_500)
    expect(dialog.getByText('Still sending…')).toBeVisible()
    await pass(40_000)
    expect(await dialog.findByText('An error occurred while saving the address.')).toBeVisible()
    await user.click(save())
    expect(await screen.findByRole('radio', { name: /Ntinda.*, Kampala/ })).toBeChecked()
    expect(requests()).toBe(1)
  })
})
