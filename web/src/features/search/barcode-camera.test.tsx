import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BarcodeCamera } from './barcode-camera.tsx'

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
