import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { startCaching } from '../../api/offline-cache.ts'
import { paths } from '../../config/paths.ts'
import { isUnmetered, savesData } from '../../platform/data-saver.ts'
import { storeTypedText } from '../../platform/fields.ts'
import { allowScript } from '../../platform/trusted-types.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** Registers the service worker, and offers a new version when it is ready. */
export function KeepOffline() {
  const { pathname } = useLocation()
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)

  useEffect(() => {
    startCaching()
    registerWorker(setWaiting)
  }, [])

  // Never offer a reload during a payment.
  const isShown = waiting !== null && pathname !== paths.checkout
  return (
    <div role="status" className={isShown ? 'offline-bar on-dark' : undefined}>
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

/** Whether the installed shop is open, so that all pages may be cached. */
function isInstalled(): boolean {
  return window.matchMedia?.('(display-mode: standalone)').matches ?? false
}

/**
 * Registers the service worker, unless the data saver is on and the shop is not installed.
 * @param onUpdate called with the new version's worker once it is ready
 */
function registerWorker(onUpdate: (waiting: ServiceWorker) => void): void {
  const offer = async (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration
    if (!waiting) return
    // A page from the network may have the new version already.
    if (await isOfThisPage(waiting)) waiting.postMessage({ type: 'activate' })
    else onUpdate(waiting)
  }
  if (savesData() && !isInstalled()) return
  navigator.serviceWorker.register(allowScript('/sw.js')).then(
    (registration: ServiceWorkerRegistration | undefined) => {
      // In tests without service workers, there is no registration.
      if (!registration) return
      void offer(registration)
      registration.addEventListener('updatefound', () => {
        const { installing } = registration
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'installed' && registration.active) void offer(registration)
        })
      })
      return cachePageFiles()
    },
    (error: unknown) => console.info(`The shop is not cached for offline use: ${error}`),
  )
}

/** Tells the worker which files the page has loaded without it, and requests all pages on unmetered connections. */
async function cachePageFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (isInstalled() || isUnmetered()) active?.postMessage({ type: 'keep-pages' })
  if (navigator.serviceWorker.controller) return
  new PerformanceObserver((list) => {
    active?.postMessage({ type: 'keep', urls: list.getEntries().map(({ name }) => name) })
  }).observe({ type: 'resource', buffered: true })
}

function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  return new Promise((response) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      port1.close()
      response(document.querySelector(`link[data-script][href="${CSS.escape(String(data))}"]`) !== null)
    }
    worker.postMessage({ type: 'entry' }, [port2])
  })
}

function activate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  // Without a controlling worker, `controllerchange` does not fire.
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated' && !navigator.serviceWorker.controller) window.location.reload()
  })
  waiting.postMessage({ type: 'activate' })
}
