import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { goOffline } from '../../test/go-offline.ts'
import { App, createQueryClient } from './app.tsx'

const layout = vi.hoisted(() => ({ isBroken: false }))
vi.mock('./layout.tsx', () => ({
  Layout: ({ children }: { children: React.ReactNode }) => {
    if (layout.isBroken) throw new Error('The layout fails.')
    return <main>{children}</main>
  },
}))

test('a shop that cannot be rendered says so, and can be reloaded', async () => {
  expectOnConsole(/The layout fails/)
  layout.isBroken = true
  onTestFinished(() => {
    layout.isBroken = false
  })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  render(<App />)
  expect(screen.getByRole('heading', { name: "This page didn't load" })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})

test.each([
  ['a document', '/about-us', ['hydrated', 'ready']],
  ['no document', null, ['ready']],
])('with %s from the server, the browser goes through these stages: %j', async (_, renderedUrl, stages) => {
  window.history.replaceState(null, '', '/about-us')
  const reached: string[] = []
  render(<App renderedUrl={renderedUrl} onHydration={(stage) => reached.push(stage)} />)
  await screen.findByRole('heading', { level: 1 })
  await vi.waitFor(() => expect(reached).toEqual(stages))
})

test('a read that had failed repeats the other failed reads when it succeeds, and only then', async () => {
  const client = createQueryClient()
  let isDown = true
  const find = vi.fn(async () => {
    if (isDown) throw new Error('down')
    return 'found'
  })
  const refuse = vi.fn(() => Promise.reject(new Error('refused')))
  const foundObserver = new QueryObserver(client, { queryKey: ['found'], queryFn: find })
  const refused = new QueryObserver(client, { queryKey: ['refused'], queryFn: refuse })
  const refuseEarlier = vi.fn(() => Promise.reject(new Error('refused earlier')))
  await client.prefetchQuery({ queryKey: ['page', 'left'], queryFn: refuseEarlier })
  const leave = [foundObserver, refused].map((observer) => observer.subscribe(() => {}))
  await vi.waitFor(() => expect(refused.getCurrentResult().isError).toBe(true))
  isDown = false
  await foundObserver.refetch()
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledTimes(2))
  expect(refuseEarlier, 'of a page that was left').toHaveBeenCalledOnce()
  await foundObserver.refetch()
  await new Promise((resolve) => setTimeout(resolve))
  expect(refuse).toHaveBeenCalledTimes(2)
  for (const each of leave) each()
})

/** Mounts a query client. @returns the client, and a function that adds an observer whose query function is `load` */
function openShop(load: () => Promise<string>, options: { retry?: number } = {}) {
  const client = createQueryClient()
  client.mount()
  onTestFinished(() => client.unmount())
  const openPage = () => {
    const page = new QueryObserver(client, { queryKey: ['page'], queryFn: load, ...options })
    onTestFinished(page.subscribe(() => {}))
    return page
  }
  return { client, openPage }
}

test('a page that is opened offline shows its failure instead of waiting for the network, and sends its commands', async () => {
  const { client, openPage } = openShop(() => Promise.reject(new Error('No network.')))
  goOffline()
  const page = openPage()
  await vi.waitFor(() => expect(page.getCurrentResult().isError).toBe(true))
  expect(console.info).toHaveBeenCalledWith('No network.')
  const send = vi.fn(async () => 'sent')
  void new MutationObserver(client, { mutationFn: send }).mutate()
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('a page whose network is lost while it repeats a read shows its failure', async () => {
  vi.useFakeTimers()
  const { openPage } = openShop(() => Promise.reject(new Error('No network.')), { retry: 1 })
  const page = openPage()
  await vi.advanceTimersByTimeAsync(500)
  goOffline()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(page.getCurrentResult().isError).toBe(true)
})

test('data is requested again after a minute, and when the network returns, but not when the window has the focus', async () => {
  vi.useFakeTimers()
  const load = vi.fn(async () => 'data')
  const { openPage } = openShop(load)
  openPage()
  await vi.advanceTimersByTimeAsync(59_000)
  openPage()
  await vi.advanceTimersByTimeAsync(500)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(1)
  openPage()
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(2)
  await goOffline()()
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(3)
})
