import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { NewFault } from 'mock-server/control/faults-contract'
import { createTestApp, type TestApp } from 'mock-server/test/test-app'
import { onTestFinished, vi } from 'vitest'
import { App } from '../src/app/app.tsx'

type Options = {
  path: string
  /** What the page finds in `location.state`. */
  state?: unknown
  /** A log-in: `true` is the demo account's. */
  token?: string | true | undefined
  /** A world of one's own, prepared by the test. */
  emulator?: TestApp
  /** What goes wrong at the emulator. */
  faults?: readonly NewFault[]
  /** Calls that never reach the emulator: a status with an empty body, or 'down' for no network. */
  refuse?: (call: string) => number | 'down' | undefined
  /** Files beside the shop, which no emulator has. */
  file?: (call: string) => Response | undefined
}

/**
 * The whole shop at an address, its calls answered by an emulator in this process. `calls` lists what it asked,
 * as `GET /products/latest`.
 */
export async function renderShop({
  path,
  state,
  token,
  emulator: given,
  faults = [],
  refuse,
  file,
}: Options) {
  const emulator = given ?? (await createTestApp())
  for (const fault of faults) await emulator.control('POST /faults', { body: fault })
  const calls: string[] = []
  const answering = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    const call = `${init?.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}${url.search}`
    calls.push(call)
    const refusal = refuse?.(call)
    if (refusal === 'down') throw new TypeError('No network.')
    if (refusal !== undefined) return new Response('', { status: refusal })
    return file?.(call) ?? emulator.fetch(input, init)
  }
  vi.stubGlobal('fetch', answering)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  if (token !== undefined) {
    window.localStorage.setItem('authToken', token === true ? emulator.tokenOf() : token)
  }
  window.history.replaceState({ usr: state ?? null, key: 'start', idx: 0 }, '', path)
  const view = render(<App />)
  onTestFinished(async () => {
    view.unmount()
    vi.unstubAllGlobals()
    await emulator.close()
  })
  return { ...view, user: userEvent.setup(), emulator, calls }
}
