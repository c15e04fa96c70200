import { vi } from 'vitest'

/** Makes the browser refuse to store anything in localStorage, as if it were full. Stored values can still be read. */
export function fillStorage(): void {
  const { localStorage } = window
  vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
    ...localStorage,
    getItem: (key) => localStorage.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
}
