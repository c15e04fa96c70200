import { vi } from 'vitest'

/**
 * Makes the browser refuse to store values, as if its storage were full. Stored values can still be read and removed.
 * @param isFull returns whether the next write fails; by default, every write fails
 */
export function fillStorage(
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
  isFull = () => true,
): void {
  const full = new Proxy(window[area], {
    get: (target, key) =>
      key === 'setItem' && isFull()
        ? () => {
            throw new DOMException('full', 'QuotaExceededError')
          }
        : Reflect.get(target, key, target),
  })
  vi.spyOn(window, area, 'get').mockReturnValue(full)
}
