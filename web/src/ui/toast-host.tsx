import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastWanted, toastWanted } from './notify.ts'

const Toaster = lazy(() => import('./toaster.tsx').then(({ Toaster }) => ({ default: Toaster })))

/** Holds the place of the toasts; their code comes with the first one. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToastWanted, toastWanted)
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
