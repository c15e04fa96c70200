import { useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../loading/lazy-part.tsx'
import { onToastWanted, preloadToasts, toastWanted } from './notify.ts'

const Toaster = lazyPart(() => import('./toaster.tsx').then(({ Toaster }) => Toaster), {
  waiting: null,
  failed: (again) => <OnNextTap act={again} />,
})

/**
 * The live region of the toasts, rendered from the start so that screen readers announce the first one. The toasts' code is
 * loaded on the first tap or key; if that fails, on the next one.
 */
export function ToastHost() {
  const isWanted = useSyncExternalStore(onToastWanted, toastWanted, () => false)
  return (
    <div aria-live="polite" aria-relevant="additions">
      {isWanted ? <Toaster /> : <OnNextTap act={preloadToasts} />}
    </div>
  )
}

function OnNextTap({ act }: { act: () => void }) {
  useEffect(() => {
    window.addEventListener('pointerdown', act)
    window.addEventListener('keydown', act)
    return () => {
      window.removeEventListener('pointerdown', act)
      window.removeEventListener('keydown', act)
    }
  }, [act])
  return null
}
