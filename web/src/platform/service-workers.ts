/** Returns the browser's service workers; undefined if it has none or blocks them. Firefox throws where site data is blocked. */
export function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}
