import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { NewFault } from 'mock-server/control-api/faults'
import { createTestApp, type TestApp } from 'mock-server/test/test-app'
import { onTestFinished, vi } from 'vitest'
import { App } from '../src/app/app.tsx'
import { addNote } from './console.ts'

type Options = {
  path: string
  /** The path for which the server has rendered the page. By default, it has rendered none. */
  renderedUrl?: string
  /** The initial `location.state`. */
  state?: unknown
  /** The customer's token; `true` is the demo account's. */
  token?: string | true | undefined
  /** An emulator prepared by the test. */
  emulator?: TestApp
  /** Faults of the emulator. */
  faults?: readonly NewFault[]
  /** Returns a status (with an empty body) or 'down' (no network) for requests that do not reach the emulator. */
  refuse?: (request: string) => number | 'down' | undefined
  /** Returns static files of the shop's host, which the emulator does not serve, and late responses. */
  file?: (request: string) => Response | Promise<Response> | undefined
}

/**
 * Renders the whole shop at a path, with an emulator in this process as its host.
 * @returns `requests` lists its requests, for example `GET /products/latest`
 */
export async function renderShop({
  path,
  renderedUrl,
  state,
  token,
  emulator: preparedEmulator,
  faults = [],
  refuse,
  file,
}: Options) {
  const emulator = preparedEmulator ?? (await createTestApp())
  for (const fault of faults) await emulator.control('POST /faults', { body: fault })
  const requests: string[] = []
  const fakeFetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    const request = `${init?.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}${url.search}`
    requests.push(request)
    const refusal = refuse?.(request)
    if (refusal === 'down') throw new TypeError('No network.')
    if (refusal !== undefined) return new Response('', { status: refusal })
    const response = file?.(request) ?? emulator.fetch(input, init)
    // Not awaited, because fake timers count the steps until the response.
    void Promise.resolve(response).then(
      (received) => noteFailure(request, received),
      () => {},
    )
    return response
  }
  vi.stubGlobal('fetch', fakeFetch)
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  if (token !== undefined) {
    window.localStorage.setItem('authToken', token === true ? emulator.tokenOf() : token)
  }
  window.history.replaceState({ usr: state ?? null, key: 'start', idx: 0 }, '', path)
  const view = render(<App renderedUrl={renderedUrl ?? null} />)
  onTestFinished(async () => {
    view.unmount()
    vi.unstubAllGlobals()
    await emulator.close()
  })
  return { ...view, user: userEvent.setup(), emulator, requests }
}

async function noteFailure(request: string, response: Response): Promise<void> {
  // A test may send the same response twice.
  if (response.status < 500 || response.bodyUsed) return
  addNote(`${request} responded with ${response.status}: ${await response.clone().text()}`)
}

/** Creates a response for `file` that the host sends only when the test calls `send`. */
export function lateResponse() {
  let send: (response: Response) => void = () => {}
  const response = new Promise<Response>((resolve) => {
    send = resolve
  })
  return { response, send }
}

/**
 * Waits until the shop has handled the responses that have arrived, because a later request ends after them. Allows a
 * test to check that a response has no effect.
 */
export async function handleResponses({ emulator }: { emulator: TestApp }): Promise<void> {
  await act(async () => {
    await (await emulator.fetch(`${emulator.origin}/api/v1/config`)).json()
  })
}

/** Opens another page, as a link or Back does. */
export function leaveFor(path: string): void {
  act(() => {
    window.history.pushState({ usr: null, key: 'away', idx: 1 }, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

/** Enters a text with a single event. Typing renders the page for each character, which takes long. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}

/** Matches the text of a toast across elements, because the product's name is in a separate element. */
export function inToast(text: string) {
  return (_: string, element: Element | null) => element?.tagName === 'P' && element.textContent === text
}
