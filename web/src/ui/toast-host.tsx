import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { onToastWanted, toastWanted, warmToasts } from './notify.ts'

const Toaster = lazy(() => import('./toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/**
 * The live region of the toasts, there from the start so that readers hear the first one too. Their code comes
 * with the shopper's first press or key.
 */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToastWanted, toastWanted)
  useEffect(() => {
    if (wanted) return
    window.addEventListener('pointerdown', warmToasts)
    window.addEventListener('keydown', warmToasts)
    return () => {
      window.removeEventListener('pointerdown', warmToasts)
      window.removeEventListener('keydown', warmToasts)
    }
  }, [wanted])
  return (
    <div aria-live="polite" aria-relevant="additions">
      {wanted ? (
        <Suspense fallback={null}>
          <Toaster />
        </Suspense>
      ) : null}
    </div>
  )
}
