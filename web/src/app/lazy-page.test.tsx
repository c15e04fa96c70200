import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { phoneUrl } from '../config/contact-urls.ts'
import { store } from '../config/store.ts'
import { createQueryClient } from './app.tsx'
import { Layout } from './layout.tsx'
import { lazyPage } from './lazy-page.tsx'

const Loaded = () => <h1>Loaded page</h1>

/** Creates a page whose code fails to load until the test sets `canLoad`. */
function pageThatFails() {
  const server = { canLoad: false, loads: 0 }
  const Page = lazyPage(async () => {
    server.loads += 1
    if (!server.canLoad) throw new Error('The file is missing.')
    return { default: Loaded }
  })
  return { server, Page }
}

function show(content: React.ReactNode) {
  // After a failed load, the document is requested before it is reloaded.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network.')))
  return render(
    <MemoryRouter>
      <Suspense>{content}</Suspense>
    </MemoryRouter>,
  )
}

test('a page whose code failed to load links to the phone number, and opens on Try again', async () => {
  expectOnConsole(/The file is missing/)
  const { server, Page } = pageThatFails()
  show(<Page />)
  expect(await screen.findByRole('heading', { name: "This page didn't load" })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent("We couldn't show this page.")
  const [phone] = store.phones
  expect(screen.getByRole('link', { name: phone })).toHaveAttribute('href', phoneUrl(phone))
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  server.canLoad = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Loaded page' })).toBeVisible()
})

test('a page whose code is not cached offline opens by itself when the network returns', async () => {
  expectOnConsole(/The file is missing/)
  const goOnline = goOffline()
  const { server, Page } = pageThatFails()
  show(<Page />)
  expect(await screen.findByRole('heading', { name: "You're offline" })).toBeVisible()
  const alert = screen.getByRole('alert')
  expect(alert).toHaveTextContent("This page isn't saved on your device yet.")
  expect(alert).toHaveTextContent("It will open as soon as you're back online.")
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
  server.canLoad = true
  await goOnline()
  expect(await screen.findByRole('heading', { name: 'Loaded page' })).toBeVisible()
})

test('opening a page again after its code failed to load requests the code again', async () => {
  expectOnConsole(/The file is missing/)
  const { server, Page } = pageThatFails()
  const view = show(<Page />)
  await screen.findByRole('heading', { name: "This page didn't load" })
  view.unmount()
  server.canLoad = true
  show(<Page />)
  expect(await screen.findByRole('heading', { name: 'Loaded page' })).toBeVisible()
})

test('a preloaded page is shown immediately, and one that throws is rendered again on Try again', async () => {
  expectOnConsole(/The product has no name/)
  let canRender = false
  const Page = lazyPage(async () => ({
    default: () => {
      if (!canRender) throw new Error('The product has no name.')
      return <Loaded />
    },
  }))
  await Page.preload()
  show(<Page />)
  expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeVisible()
  canRender = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('heading', { name: 'Loaded page' })).toBeVisible()
})

test('a page that cannot be rendered keeps header and footer, and can be reloaded, but not offline', async () => {
  expectOnConsole(/No such route/)
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const Broken = () => {
    if (useLocation().pathname === '/') throw new Error('No such route.')
    return <Loaded />
  }
  show(
    <QueryClientProvider client={createQueryClient()}>
      <Layout>
        <Broken />
      </Layout>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeVisible()
  expect(screen.getByRole('banner')).toBeVisible()
  expect(screen.getByRole('contentinfo')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
  goOffline()
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent("Try again when you're back online."),
  )
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Refund Policy' }))
  expect(screen.getByRole('heading', { name: 'Loaded page' })).toBeVisible()
})
