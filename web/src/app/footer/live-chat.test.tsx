import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { LiveChat } from './live-chat.tsx'

const LOADER = 'https://chat.example/loader.js'

afterEach(() => vi.restoreAllMocks())

/** Intercepts the script element, so that nothing is requested. @returns a function that returns it */
function catchScript(): () => HTMLScriptElement | undefined {
  let caught: HTMLScriptElement | undefined
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) caught = node
  })
  return () => caught
}

test('is not rendered without a loader', () => {
  render(<LiveChat loader="" />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('requests nothing until the chat is opened, then is replaced by the widget', async () => {
  const script = catchScript()
  render(<LiveChat loader={LOADER} />)
  expect(script()).toBeUndefined()
  await userEvent.click(screen.getByRole('button', { name: 'Live chat' }))
  await waitFor(() => expect(script()?.src).toBe(LOADER))
  script()?.onload?.(new Event('load'))
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument())
})

test('opens the widget as soon as it is ready', async () => {
  catchScript()
  render(<LiveChat loader={LOADER} />)
  await userEvent.click(screen.getByRole('button', { name: 'Live chat' }))
  const { Tawk_API: widget } = window as unknown as { Tawk_API: { onLoad: () => void; maximize: () => void } }
  const opened = vi.fn()
  widget.maximize = opened
  widget.onLoad()
  expect(opened).toHaveBeenCalledOnce()
})

test('there is no chat with the data saver on, even if it was opened before in the same session', async () => {
  localStorage.setItem('dataSaver', 'on')
  sessionStorage.setItem('chatOpened', '1')
  const script = catchScript()
  render(<LiveChat loader={LOADER} />)
  await new Promise((idle) => setTimeout(idle, 20))
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(script()).toBeUndefined()
})

test('is requested once, however often it is clicked while it opens', async () => {
  catchScript()
  const { container } = render(<LiveChat loader={LOADER} />)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Live chat' }))
  expect(screen.getByRole('button', { name: 'Opening chat...' })).toBeInTheDocument()
  await waitFor(() => expect(document.head.append).toHaveBeenCalled())
  await userEvent.click(container.querySelector('button') as HTMLElement)
  expect(document.head.append).toHaveBeenCalledOnce()
})

test('offers a retry if the loader fails', async () => {
  const script = catchScript()
  render(<LiveChat loader={LOADER} />)
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(script()).toBeDefined())
  script()?.onerror?.(new Event('error'))
  expect(await screen.findByRole('button', { name: "Chat didn't load. Try again" })).toBeInTheDocument()
})

test('stays closed but loads automatically after a reload, if it was opened in the same session', async () => {
  const script = catchScript()
  const first = render(<LiveChat loader={LOADER} />)
  await userEvent.click(screen.getByRole('button', { name: 'Live chat' }))
  await waitFor(() => expect(script()).toBeDefined())
  script()?.onload?.(new Event('load'))
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument())
  first.unmount()
  Reflect.deleteProperty(window, 'Tawk_API')
  const again = catchScript()
  render(<LiveChat loader={LOADER} />)
  await waitFor(() => expect(again()?.src).toBe(LOADER))
  expect((window as { Tawk_API?: { onLoad?: () => void } }).Tawk_API?.onLoad).toBeUndefined()
  again()?.onload?.(new Event('load'))
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument())
})

test("offers a retry if the chat's own code fails to load", async () => {
  vi.resetModules()
  vi.doMock('../../platform/vendor-script.ts', () => {
    throw new Error('No network.')
  })
  onTestFinished(() => void vi.doUnmock('../../platform/vendor-script.ts'))
  const { LiveChat } = await import('./live-chat.tsx')
  render(<LiveChat loader={LOADER} />)
  await userEvent.click(screen.getByRole('button', { name: 'Live chat' }))
  expect(await screen.findByRole('button', { name: "Chat didn't load. Try again" })).toBeInTheDocument()
})
