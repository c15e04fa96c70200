import { useIsOnline } from '../../platform/online.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** Says so while there is no network; what is on the screen stays usable. */
export function OfflineBar() {
  const online = useIsOnline()
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
