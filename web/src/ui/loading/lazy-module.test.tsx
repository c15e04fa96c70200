import { act, fireEvent, render, screen } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fillStorage } from '../../../test/full-storage.ts'
import { goOffline } from '../../../test/go-offline.ts'
import { lazyModule } from './lazy-module.ts'

const failing = () => vi.fn((): Promise<string> => Promise.reject(new Error('404')))

/** Shows a text field, and code that is loaded by `load`. @param isPage whether the code is that of a page */
function renderCode(load: () => Promise<string>, isPage = false) {
  const { useCode } = lazyModule(load)
  function Content() {
    const { code, error, retry } = useCode(isPage)
    return (
      <>
        <input name="message" defaultValue="Do you have atlases?" />
        <button type="button" onClick={retry}>
          Try again
        </button>
        <p>{code ?? (error ? 'failed' : 'loading')}</p>
      </>
    )
  }
  return render(<Content />)
}

/** Advances beyond the delay after which code is requested a second time. */
const passDelay = () => act(() => vi.advanceTimersByTimeAsync(600))

/** Clicks Try again, which fails too. */
async function tryAgain(): Promise<void> {
  fireEvent.click(screen.getByRole('button'))
  await passDelay()
}

/** Sets what the server responds to the request for the document. @returns the requests and the reloads */
function serveDocument(respond: () => Promise<Response>) {
  const requests = vi.fn((_: string, __: RequestInit) => respond())
  vi.stubGlobal('fetch', requests)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { requests, reload: vi.spyOn(window.location, 'reload').mockImplementation(() => {}) }
}

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/contact-us?topic=books')
})

test('code is requested a second time half a second after it failed, and once offline', async () => {
  const load = failing()
  renderCode(load)
  await act(() => vi.advanceTimersByTimeAsync(499))
  expect(load).toHaveBeenCalledTimes(1)
  expect(screen.getByText('loading')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(101))
  expect(load).toHaveBeenCalledTimes(2)
  expect(screen.getByText('failed')).toBeInTheDocument()
  goOffline()
  await tryAgain()
  expect(load).toHaveBeenCalledTimes(3)
})

test('code that failed is loaded when the network returns', async () => {
  const load = failing()
  const reconnect = goOffline()
  renderCode(load)
  await passDelay()
  load.mockResolvedValue('loaded')
  await reconnect()
  await passDelay()
  expect(screen.getByText('loaded')).toBeInTheDocument()
})

test('the document is reloaded with the typed text if code fails again on Try again', async () => {
  const { requests, reload } = serveDocument(async () => new Response(''))
  renderCode(failing())
  await passDelay()
  expect(requests).not.toHaveBeenCalled()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Do you have maps?' } })
  await tryAgain()
  expect(requests).toHaveBeenCalledExactlyOnceWith(`${location.origin}/contact-us?topic=books`, {
    method: 'HEAD',
    cache: 'no-store',
  })
  expect(reload).toHaveBeenCalledTimes(1)
  expect(sessionStorage.getItem('typedText')).toContain('Do you have maps?')
  await tryAgain()
  expect(reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['not reloaded if the server does not respond', () => Promise.reject(new TypeError('No network.')), 0],
  ['not reloaded if the server fails', async () => new Response('', { status: 500 }), 0],
  ['reloaded if it does not exist any more', async () => new Response('', { status: 404 }), 1],
  [
    'not reloaded if the shopper has opened another page meanwhile',
    async () => {
      history.replaceState(null, '', '/shop')
      return new Response('')
    },
    0,
  ],
])('after Try again has failed, the document is %s', async (_, respond, times) => {
  const { reload } = serveDocument(respond)
  renderCode(failing())
  await passDelay()
  await tryAgain()
  expect(reload).toHaveBeenCalledTimes(times)
})

test('the document is not requested offline', async () => {
  const { requests } = serveDocument(async () => new Response(''))
  goOffline()
  renderCode(failing())
  await passDelay()
  await tryAgain()
  expect(requests).not.toHaveBeenCalled()
})

test('a page that failed reloads its document once in a tab, and again for another build or page', async () => {
  const { reload } = serveDocument(async () => new Response(''))
  const open = async (path: string, script: string) => {
    history.replaceState(null, '', path)
    document.head.innerHTML = `<link data-script href="${script}">`
    const { unmount } = renderCode(failing(), true)
    await passDelay()
    unmount()
    return reload.mock.calls.length
  }
  expect(await open('/shop', '/assets/a.js')).toBe(1)
  expect(await open('/shop', '/assets/a.js')).toBe(1)
  expect(await open('/shop', '/assets/b.js')).toBe(2)
  expect(await open('/contact-us', '/assets/b.js')).toBe(3)
  expect(await open('/shop', '/assets/a.js')).toBe(3)
  sessionStorage.setItem('reloadedPages', 'nonsense')
  expect(await open('/shop', '/assets/a.js')).toBe(4)
})

test('a page does not reload its document if that cannot be stored, because it might repeat', async () => {
  const { reload } = serveDocument(async () => new Response(''))
  fillStorage('sessionStorage')
  renderCode(failing(), true)
  await passDelay()
  expect(reload).not.toHaveBeenCalled()
})

test('a failed load is forgotten on request, and loaded code is kept', async () => {
  const load = failing()
  const code = lazyModule(load)
  const result = code.load()
  await vi.advanceTimersByTimeAsync(600)
  expect(await result).toBeUndefined()
  load.mockResolvedValue('loaded')
  code.reset()
  renderCode(load).unmount()
  expect(await code.load()).toBe('loaded')
  code.reset()
  expect(code.loaded()).toBe('loaded')
  expect(await code.load()).toBe('loaded')
})

test('code is not loaded before the style sheets that failed, and no other links are loaded again', async () => {
  const { settings } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM
  // By default, each sheet fails as soon as it is inserted.
  onTestFinished(() => {
    settings.handleDisabledFileLoadingAsSuccess = false
  })
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/page.css"><link rel="preload" href="/assets/a.js">'
  const [sheet, preload] = document.head.children
  preload?.dispatchEvent(new Event('error'))
  const load = vi.fn(async () => 'loaded')
  renderCode(load)
  await passDelay()
  expect(screen.getByText('failed')).toBeInTheDocument()
  expect(load).not.toHaveBeenCalled()
  settings.handleDisabledFileLoadingAsSuccess = true
  await tryAgain()
  expect(screen.getByText('loaded')).toBeInTheDocument()
  expect([sheet?.isConnected, preload?.isConnected]).toEqual([false, true])
  expect(document.head.querySelectorAll('[href="/assets/page.css"]')).toHaveLength(1)
})
