import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { goOffline } from '../../test/go-offline.ts'
import { leaveFor, renderShop } from '../../test/render.tsx'
import { buildWith } from '../../test/settings.ts'
import { notify } from '../ui/feedback/notify.ts'
import { PromotionBar } from './promotion-bar.tsx'

test('the promotion bar is not rendered by default', async () => {
  await renderShop({ path: '/about-us' })
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})

test('the promotion bar can be closed', async () => {
  render(<PromotionBar />)
  await userEvent.click(screen.getByRole('button', { name: 'Close promotion' }))
  expect(screen.queryByRole('region', { name: 'Promotion' })).not.toBeInTheDocument()
})

test('says that the shop is offline, and that a cart with items is safe', async () => {
  await renderShop({ path: '/about-us' })
  const goOnline = goOffline()
  const bar = screen.getByText("You're offline.")
  localStorage.setItem('cart', JSON.stringify([{ id: 5, name: 'Atlas', quantity: 1, price: 9000 }]))
  act(() => void window.dispatchEvent(new Event('cartUpdated')))
  expect(bar).toHaveTextContent("You're offline. Your cart is safe.")
  expect(bar).toHaveClass('offline-bar')
  await goOnline()
  expect(screen.queryByText(/You're offline/)).toBeNull()
  expect(bar).not.toHaveClass('offline-bar')
})

test('the first link of a page skips to its content', async () => {
  await renderShop({ path: '/about-us' })
  const [first] = screen.getAllByRole('link')
  expect(first).toHaveTextContent('Skip to content')
  expect(document.querySelector(first?.getAttribute('href') ?? '')).toBe(screen.getByRole('main'))
})

test.each([
  ['tap', () => fireEvent.pointerDown(document.body)],
  ['key', () => fireEvent.keyDown(document.body)],
  ['message', () => act(() => notify('success', 'Saved.'))],
])('the place of messages is loaded with the first %s', async (_, use) => {
  await renderShop({ path: '/about-us' })
  expect(screen.queryByRole('region', { name: /^Messages/ })).toBeNull()
  use()
  expect(await screen.findByRole('region', { name: /^Messages/ })).toBeInTheDocument()
})

test('an error after the first tap closes with the form that was tapped', async () => {
  await renderShop({ path: '/about-us' })
  const button = screen.getByRole('button', { name: 'Get our daily newsletter' })
  fireEvent.pointerDown(button)
  act(() => notify('error', 'Not saved.'))
  expect(await screen.findByText('Not saved.')).toBeInTheDocument()
  button.closest('form')?.remove()
  fireEvent.click(document.body)
  await vi.waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull())
})

test('the header and the footer are quiet in the checkout, and not on other pages', async () => {
  await renderShop({ path: '/pre-check' })
  const isQuiet = () => document.documentElement.classList.contains('quiet-shell')
  expect(isQuiet()).toBe(true)
  leaveFor('/about-us')
  expect(isQuiet()).toBe(false)
})

/** Renders the layout with modules that are loaded anew. */
async function showLayout() {
  const { Layout } = await import('./layout.tsx')
  vi.stubGlobal('fetch', async () => Response.json([]))
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/about-us']}>
        <Layout>
          <a href="/shop">Page</a>
        </Layout>
      </MemoryRouter>
    </QueryClientProvider>
  )
  return render(page)
}

test('a brand without links has no lists of them, and one with a promotion has a bar', async () => {
  vi.resetModules()
  vi.doMock('../config/store.ts', async (original) => {
    const { store, ...rest } = await original<typeof import('../config/store.ts')>()
    const social = { facebook: '', instagram: '', x: '' }
    const website = { orderTracking: '', contact: '', faq: '', branches: '' }
    const links = { ...website, social, playStore: '', appStore: '' }
    return { ...rest, store: { ...store, promotionBar: true, links } }
  })
  onTestFinished(() => {
    vi.doUnmock('../config/store.ts')
    vi.resetModules()
  })
  const { container } = await showLayout()
  expect(await screen.findByRole('region', { name: 'Promotion' })).toBeVisible()
  expect(screen.queryByRole('navigation', { name: 'Store website' })).toBeNull()
  expect(container.querySelector('.social-links, .app-badges')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await screen.findByRole('heading', { name: 'CATEGORIES' })
  expect(screen.queryByRole('navigation', { name: 'Store website' })).toBeNull()
})

/** Shows the first page of a visit, whose files can be cached by default. @returns what sets up offline use */
async function visit({ offline = true, hasWorkers = true } = {}) {
  buildWith({})
  const { env } = await import('../config/env.ts')
  Object.assign(env, { offline })
  const enableOffline = vi.fn()
  vi.doMock('./enable-offline.ts', () => ({ enableOffline }))
  onTestFinished(() => void vi.doUnmock('./enable-offline.ts'))
  vi.stubGlobal('navigator', { onLine: true, ...(hasWorkers ? { serviceWorker: {} } : {}) })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await showLayout()
  return enableOffline
}

/** Loads the shown page, and waits. */
async function loadPage(ms: number): Promise<void> {
  window.dispatchEvent(new Event('load'))
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

test('offline use is set up two seconds after the first page has loaded', async () => {
  const enableOffline = await visit()
  await loadPage(1900)
  expect(enableOffline).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(200))
  await vi.waitFor(() => expect(enableOffline).toHaveBeenCalledOnce())
})

test('offline use is set up with the second page', async () => {
  const enableOffline = await visit()
  act(() => screen.getByRole('link', { name: 'Refund Policy' }).click())
  await loadPage(100)
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(enableOffline).toHaveBeenCalledOnce()
})

test.each([
  ['a build without it', { offline: false }],
  ['a browser without service workers', { hasWorkers: false }],
])('offline use is not set up in %s', async (_, options) => {
  const enableOffline = await visit(options)
  await loadPage(5_000)
  await vi.dynamicImportSettled()
  expect(enableOffline).not.toHaveBeenCalled()
})
