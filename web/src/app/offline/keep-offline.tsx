import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { startCaching } from '../../api/offline-cache.ts'
import { paths } from '../../config/paths.ts'
import { storeTypedText } from '../../platform/typed-text.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { activate, registerWorker } from './service-worker.ts'
import './update-bar.scss'

/** Registers the service worker, and offers a new version when it is ready. */
export function KeepOffline() {
  const { pathname } = useLocation()
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)

  useEffect(() => {
    startCaching()
    return registerWorker(setWaiting)
  }, [])

  // Never offer a reload during a payment.
  const isShown = waiting !== null && pathname !== paths.checkout
  return (
    <div role="status" className={isShown ? 'update-bar on-dark' : undefined}>
      {isShown ? (
        <>
          <span>A new version is ready.</span>
          <button
            type="button"
            className="btn btn-warning"
            onClick={() => {
              storeTypedText()
              activate(waiting)
            }}
          >
            Reload
          </button>
          <button type="button" className="icon-button" aria-label="Not now" onClick={() => setWaiting(null)}>
            <Icon name="close" />
          </button>
        </>
      ) : null}
    </div>
  )
}
