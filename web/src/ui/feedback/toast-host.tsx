import { type ComponentType, useEffect, useState } from 'react'
import { TOAST_EVENT } from './notify.ts'

/** The live region exists from the start, so that the first toast is announced. Its code loads on a tap, a key or a toast. */
export function ToastHost() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (Toaster) return
    const stop = new AbortController()
    // A load that failed is repeated on the next event.
    const load = () => {
      const loading = import('./toaster.tsx')
      loading.then((module) => setToaster(() => module.Toaster)).catch(() => undefined)
    }
    for (const event of [TOAST_EVENT, 'pointerdown', 'keydown'])
      window.addEventListener(event, load, { signal: stop.signal })
    return () => stop.abort()
  }, [Toaster])
  return (
    <div aria-live="polite" aria-relevant="additions">
      {Toaster ? <Toaster /> : null}
    </div>
  )
}
