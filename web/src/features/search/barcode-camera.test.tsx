import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { BarcodeCamera } from './barcode-camera.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Stubs a camera that fails to open with the given error. */
function refuseCamera(name: string) {
  const getUserMedia = vi.fn(() => Promise.reject(new DOMException('refused', name)))
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
