import { QueryObserver } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
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
  const leave = [foundObserver, refused].map((observer) => observer.subscribe(() => {}))
  await vi.waitFor(() => expect(refused.getCurrentResult().isError).toBe(true))
  isDown = false
  await foundObserver.refetch()
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledTimes(2))
  await foundObserver.refetch()
  await new Promise((resolve) => setTimeout(resolve))
  expect(refuse).toHaveBeenCalledTimes(2)
  for (const each of leave) each()
})
