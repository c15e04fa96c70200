import { useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '../loading/lazy-part.tsx'
import { onToastWanted, preloadToasts, toastWanted } from './notify.ts'

const Toaster = lazyPart(() => import('./toaster.tsx').then(({ Toaster }) => Toaster), {
  waiting: null,
  failed: (again) => <OnNextTap act={again} />,
})

/** The live region exists from the start, so that the first toast is announced. Its code loads on a tap or key. */
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
