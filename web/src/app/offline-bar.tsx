import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says so while there is no network; what is on the screen stays usable. */
export function OfflineBar() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine !== false,
    () => true,
  )
  return (
    <div role="status" className={online ? undefined : 'offline-bar on-dark'}>
      {online ? null : (
        <>
          <Icon name="info" />
          You are offline. Your cart is safe.
        </>
      )}
    </div>
  )
}
