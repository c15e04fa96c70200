import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paidPens } from '../../test/payment.ts'
import { renderShop } from '../../test/render.tsx'
import { buildWith } from '../../test/settings.ts'
import { store } from '../config/store.ts'
import { paidOrders } from '../features/checkout/payment/payments.ts'

test('answers what is collected, who receives it, how long it is kept and which rights there are', async () => {
  await renderShop({ path: '/privacy' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()
  const questions = within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
  expect(questions).toEqual([
    'Who is responsible?',
    'What do we ask for, and why?',
    'Who else receives it?',
    'How long do we keep it?',
    'What does this phone keep?',
    'What are your rights?',
  ])
  expect(screen.getByText(/Personal Data Protection Office/)).toBeVisible()
})

describe('"Forget everything on this phone"', () => {
  const replace = vi.fn()
  beforeEach(() => {
    replace.mockClear()
    vi.spyOn(window.location, 'replace').mockImplementation(replace)
  })

  async function ask() {
    const { user } = await renderShop({ path: '/privacy', token: true })
    await user.click(await screen.findByRole('button', { name: 'Forget everything on this phone' }))
    // While its code loads, a dialog with the same title is shown.
    await screen.findByText(/^You'll be logged out/)
    const dialog = within(screen.getByRole('dialog'))
    return { user, dialog }
  }

  test('deletes the log-in, the cart and the rest, and opens the home page anew', async () => {
    localStorage.setItem('cart', '[]')
    sessionStorage.setItem('addressDraft', '{}')
    const { user, dialog } = await ask()
    expect(dialog.queryByText(/payment that isn't finished/)).toBeNull()
    await user.click(await dialog.findByRole('button', { name: 'Forget everything' }))
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })

  test('opens no page before the offline copies are deleted', async () => {
    const { user, dialog } = await ask()
    let finish = (_: boolean) => {}
    const deletion = new Promise<boolean>((resolve) => {
      finish = resolve
    })
    const remove = vi.fn(() => deletion)
    vi.stubGlobal('caches', { keys: async () => ['pages'], delete: remove })
    await user.click(await dialog.findByRole('button', { name: 'Forget everything' }))
    await waitFor(() => expect(remove).toHaveBeenCalledWith('pages'))
    expect(await dialog.findByRole('button', { name: 'Forgetting...' })).toBeVisible()
    expect(replace).not.toHaveBeenCalled()
    finish(true)
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/'))
  })

  test('names a payment that is not finished, and keeps everything if it is cancelled', async () => {
    paidOrders.add(paidPens)
    const { user, dialog } = await ask()
    expect(await dialog.findByText(/^You have a payment that isn't finished/)).toHaveTextContent(
      store.phones[0],
    )
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(paidOrders.get()).toHaveLength(1)
    expect(localStorage.getItem('authToken')).not.toBeNull()
  })
})

test('Privacy names the receivers, and the hosts of those that are elsewhere', async () => {
  await renderShop({ path: '/privacy' })
  const receivers = await screen.findByText('The payment provider')
  expect(receivers.parentElement).toHaveTextContent(/^The payment provider \(Flutterwave\) receives/)
  expect(screen.getByText('The provider of our shop system').parentElement).toHaveTextContent(
    /^The provider of our shop system keeps/,
  )
})

test.each([
  ['/my-account', 'Register'],
  ['/special-order', null],
])('the form at %s says what it is for, and links to the privacy page', async (path, button) => {
  const { user } = await renderShop({ path })
  if (button) await user.click(await screen.findByRole('button', { name: button }))
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/^We use this to /)).toBeVisible()
  expect(main.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
})

test('Privacy names the hosts that a build uses, and neither a chat nor a count of payments that it lacks', async () => {
  const show = async (settings: Record<string, string>) => {
    buildWith(settings)
    const { default: PrivacyPage } = await import('./privacy-page.tsx')
    const page = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PrivacyPage />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    return page.replace(/<[^>]*>/g, '')
  }
  const own = await show({ VITE_CHAT_SCRIPT: 'off' })
  expect(own).not.toMatch(/live chat|counts how many payments/)
  const elsewhere = await show({
    VITE_API_HOST: 'https://api.example:8443',
    VITE_PLACES: 'https://places.example/?q={query}',
    VITE_MAP_TILES: 'http://tiles.example/{z}/{x}/{y}.png',
    VITE_CHAT_SCRIPT: 'https://chat.example/loader.js',
    VITE_USAGE_EVENTS: 'https://usage.example/events',
  })
  expect(elsewhere).toContain('The provider of our shop system (api.example) keeps')
  expect(elsewhere).toContain('The place search (places.example) receives')
  expect(elsewhere).toContain('the map (tiles.example) which part')
  expect(elsewhere).toContain('The live chat (chat.example) receives')
  expect(elsewhere).toContain('usage.example counts how many payments are started')
  expect(await show({ VITE_USAGE_EVENTS: '/events' })).toContain('This website counts how many payments')
})
