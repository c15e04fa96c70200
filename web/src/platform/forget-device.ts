/**
 * Deletes what the shop has stored in this browser, and its offline copies, but not what other history entries contain.
 * The page must be reloaded afterwards, because its memory still contains some of it. Never rejects: what is blocked
 * contains nothing.
 * @param databases names of the IndexedDB databases
 */
export async function forgetDevice(databases: readonly string[]): Promise<void> {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[area].clear()
    } catch {
      // Site data is blocked.
    }
  }
  window.history.replaceState(null, '')
  const work = [...databases.map(deleteDatabase), deleteCaches(), unregisterWorkers()]
  await Promise.allSettled(work)
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((done) => {
    const request = window.indexedDB.deleteDatabase(name)
    // A database that is open in another tab is deleted when that tab closes it.
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, () => done())
  })
}

async function deleteCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}

async function unregisterWorkers(): Promise<void> {
  const workers = await navigator.serviceWorker.getRegistrations()
  await Promise.all(workers.map((worker) => worker.unregister()))
}
