import { onlineManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Makes the browser report that it is offline, until the test ends. @returns a function that restores the network */
export function goOffline(): () => Promise<void> {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  onTestFinished(() => onlineManager.setOnline(true))
  return () => {
    online.mockReturnValue(true)
    return act(async () => void window.dispatchEvent(new Event('online')))
  }
}
