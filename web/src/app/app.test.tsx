import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './app.tsx'

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
