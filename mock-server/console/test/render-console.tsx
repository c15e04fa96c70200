import { QueryClientProvider } from '@tanstack/react-query'
import type {} from '@testing-library/jest-dom/vitest'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { onTestFinished, vi } from 'vitest'
import { DEFAULT_WORLD } from '../../src/control-api/default-world.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { Console } from '../src/console.tsx'
import { queryClient, readWorld, selectWorld } from '../src/control-client.ts'

type Options = {
  emulator?: TestApp
  /** Returns a status, or 'down' for a network error, if a request should not reach the emulator. */
  refuse?: () => number | 'down' | undefined
}

/** Renders the console at a hash, with an emulator in this process. */
export async function renderConsole(hash: string, { emulator: givenEmulator, refuse }: Options = {}) {
  const emulator = givenEmulator ?? (await createTestApp())
  selectWorld(DEFAULT_WORLD)
  const requestHeaders: Headers[] = []
  let isReleased = Promise.resolve()
  /** Holds the following requests until the returned function is called. */
  const holdRequests = () => {
    let release = () => {}
    isReleased = new Promise((resolve) => {
      release = resolve
    })
    return release
  }
  vi.stubGlobal('fetch', (async (input, init) => {
    requestHeaders.push(new Headers(init?.headers))
    await isReleased
    const refusal = refuse?.()
    if (refusal === 'down') throw new TypeError('No network.')
    if (refusal !== undefined) return new Response('{"message": "((No.))"}', { status: refusal })
    // A browser would send the cookie automatically.
    const world = readWorld()
    return (world === DEFAULT_WORLD ? emulator : emulator.inWorld(world)).fetch(input, init)
  }) as typeof fetch)
  window.location.hash = hash
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Console />
    </QueryClientProvider>,
  )
  onTestFinished(async () => {
    view.unmount()
    queryClient.clear()
    vi.unstubAllGlobals()
    await emulator.close()
  })
  return { ...view, user: userEvent.setup(), emulator, requestHeaders, holdRequests }
}
