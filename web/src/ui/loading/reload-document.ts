import { storeTypedText } from '../../platform/fields.ts'
import { isOnline } from '../../platform/online.ts'
import { readStoredJson, writeStoredJson } from '../../platform/storage.ts'

/** The pages that were reloaded in this tab, each with the build that failed to load it. */
const RELOADED_KEY = 'reloadedPages'

/**
 * Reloads the document after code failed to load, because a deployment may have removed the files of this build. Typed
 * text is kept. Does nothing if the server does not respond.
 * @param isRequested whether the shopper clicked Try again. Otherwise, each page of a build is reloaded only once per tab.
 */
export async function reloadDocument(isRequested: boolean): Promise<void> {
  if (!isOnline()) return
  const { href, pathname } = window.location
  const response = await fetch(href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response === null || response.status >= 500 || !(isRequested || isFirstReload(pathname))) return
  storeTypedText()
  window.location.reload()
}

/** Whether a page was not reloaded yet. If that cannot be stored, a reload might repeat, so the result is false. */
function isFirstReload(pathname: string): boolean {
  const build = document.querySelector<HTMLLinkElement>('link[data-script]')?.href
  const page = `${build} ${pathname}`
  const stored = readStoredJson(RELOADED_KEY, 'session')
  const reloaded = Array.isArray(stored) ? stored : []
  return !reloaded.includes(page) && writeStoredJson(RELOADED_KEY, [...reloaded, page], 'session')
}
