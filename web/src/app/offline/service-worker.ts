import { savesData } from '../../platform/data-saver.ts'
import { allowScript } from '../../platform/trusted-types.ts'
import { isUnmetered } from '../../platform/unmetered.ts'

/** Opened from the home screen: then the shop may be whole without a network. */
function isInstalled(): boolean {
  return window.matchMedia?.('(display-mode: standalone)').matches ?? false
}

/**
 * Registers the service worker, unless the shopper saves data and has not installed the shop.
 * @param onUpdate called with the worker of another version than the page's, once it is ready, and with null when it is not
 * @returns stops calling
 */
export function registerWorker(onUpdate: (waiting: ServiceWorker | null) => void): () => void {
  let isStopped = false
  const offer = async (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration
    if (!waiting || isStopped) return
    // A page that came from the network may be of the new version already.
    if (await isOfThisPage(waiting)) waiting.postMessage({ type: 'activate' })
    else if (!isStopped) onUpdate(waiting)
  }
  if (!savesData() || isInstalled()) {
    navigator.serviceWorker.register(allowScript('/sw.js')).then(
      (registration: ServiceWorkerRegistration | undefined) => {
        // A browser that a test keeps from having workers resolves with none.
        if (!registration) return
        void offer(registration)
        registration.addEventListener('updatefound', () => {
          const { installing } = registration
          installing?.addEventListener('statechange', () => {
            if (installing.state === 'installed' && registration.active) void offer(registration)
          })
        })
        return keep()
      },
      (error: unknown) => console.info(`The shop is not kept for offline use: ${error}`),
    )
  }
  return () => {
    isStopped = true
  }
}

/** Passes to the worker what the page loads while it has no worker of its own, and asks for all pages where that costs nothing. */
async function keep(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (isInstalled() || isUnmetered()) active?.postMessage({ type: 'keep-pages' })
  if (navigator.serviceWorker.controller) return
  new PerformanceObserver((list) => {
    active?.postMessage({ type: 'keep', urls: list.getEntries().map(({ name }) => name) })
  }).observe({ type: 'resource', buffered: true })
}

/** Whether a worker keeps the build that this page is of. */
function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  return new Promise((answer) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      port1.close()
      answer(document.querySelector(`script[src="${CSS.escape(String(data))}"]`) !== null)
    }
    worker.postMessage({ type: 'entry' }, [port2])
  })
}

/** Gives the page to the worker's version: reloads it once that is in charge. */
export function activate(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  // Without a worker in charge of this page no change of it is reported.
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'activated' && !navigator.serviceWorker.controller) window.location.reload()
  })
  waiting.postMessage({ type: 'activate' })
}
