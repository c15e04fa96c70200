import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { enter, renderShop } from '../../../test/render.tsx'
import { BarcodeCamera } from './barcode-camera.tsx'
import { canScanBarcodes } from './barcode-detector.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stubs a camera that fails to open with the given error. */
function refuseCamera(name: string) {
  const getUserMedia = vi.fn(() => Promise.reject(new DOMException('refused', name)))
  vi.stubGlobal('BarcodeDetector', class {})
  vi.stubGlobal('navigator', { onLine: true, mediaDevices: { getUserMedia } })
  return getUserMedia
}

test.each([
  ['NotAllowedError', /^The camera is blocked\. Allow it/],
  ['NotFoundError', /^This device has no camera/],
  ['NotReadableError', /^Another app is using the camera/],
  ['AbortError', /^The camera didn't open/],
])('shows a message for a %s and retries on a click', async (name, message) => {
  const getUserMedia = refuseCamera(name)
  render(<BarcodeCamera onIsbn={() => undefined} />)
  expect(await screen.findByText(message)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
})

test('shows a message and leaves the camera off if the browser has no detector', async () => {
  const getUserMedia = vi.fn(async () => ({ getTracks: () => [] }))
  vi.stubGlobal('navigator', { onLine: true, mediaDevices: { getUserMedia } })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  render(<BarcodeCamera onIsbn={() => undefined} />)
  expect(await screen.findByText(/^The camera didn't open/)).toBeVisible()
  expect(getUserMedia).not.toHaveBeenCalled()
})

test('reads a barcode with the browser’s detector, and ignores codes that are not on books', async () => {
  const codes = ['5449000000996', '9789970760459']
  const detect = vi.fn(async () => [{ rawValue: codes.shift() }])
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = detect
    },
  )
  const stop = vi.fn()
  vi.stubGlobal('navigator', {
    onLine: true,
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop }] }) },
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true })
  const onIsbn = vi.fn()
  render(<BarcodeCamera onIsbn={onIsbn} />)
  expect(await screen.findByText(/^This isn't a book's barcode/)).toBeVisible()
  await vi.waitFor(() => expect(onIsbn).toHaveBeenCalledWith('9789970760459'))
})

/** Stubs a camera and a detector that finds the given codes, one per frame. */
function stubCamera(codes: readonly string[], formats = ['ean_13'], devices = ['videoinput']) {
  const left = [...codes]
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats
      detect = async () => left.splice(0, 1).map((rawValue) => ({ rawValue }))
    },
  )
  const stop = vi.fn()
  const mediaDevices = {
    enumerateDevices: async () => devices.map((kind) => ({ kind })),
    getUserMedia: async () => ({ getTracks: () => [{ stop }] }),
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { value: null, writable: true })
  return { stop }
}

test('says after 12 seconds without a code how to help, and closes the camera with the view', async () => {
  const { stop } = stubCamera([])
  vi.useFakeTimers()
  const { unmount } = render(<BarcodeCamera onIsbn={() => undefined} />)
  expect(screen.getByText('Opening the camera...')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(11_900))
  expect(screen.getByRole('status')).toHaveTextContent('Hold the book so that its barcode fills the frame.')
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(screen.getByRole('status')).toHaveTextContent(/^We can't read it yet\./)
  expect(stop).not.toHaveBeenCalled()
  unmount()
  expect(stop).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test('a search without a text offers the scan, which opens the results for the book', async () => {
  const { stop } = stubCamera(['9789970760459'])
  const { user } = await renderShop({ path: '/about-us' })
  const field = screen.getByRole('combobox', { name: /Search for books/ })
  await user.click(field)
  const scan = await screen.findByRole('button', { name: "Scan a book's barcode" })
  await enter(user, field, 'a')
  expect(scan).not.toBeInTheDocument()
  await user.clear(field)
  await user.click(await screen.findByRole('button', { name: "Scan a book's barcode" }))
  await vi.waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/shop?q=9789970760459'),
  )
  expect(field).toHaveValue('9789970760459')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stop).toHaveBeenCalledOnce()
})

test.each([
  ['a camera and a reader for the barcodes of books', ['ean_13'], ['audioinput', 'videoinput'], true],
  ['no camera', ['ean_13'], ['audioinput'], false],
  ['a reader of other codes only', ['qr_code'], ['videoinput'], false],
])('a device with %s: %j, %j can scan: %s', async (_, formats, devices, isOffered) => {
  stubCamera([], formats, devices)
  expect(await canScanBarcodes()).toBe(isOffered)
})
