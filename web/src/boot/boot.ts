/**
 * The boot script, inlined into index.html. It sends the page's first API requests, paints the first response into the
 * skeleton, and starts the app, which reuses the responses.
 */
import { API_PREFIX } from 'contracts/client'
import { CACHE_LIFETIME_MS } from '../config/limits.ts'
import { applyFonts } from '../platform/data-saver.ts'
import { readStoredJson } from '../platform/storage.ts'
import { trustedTypes } from '../platform/trusted-types-factory.ts'
import { controlAt, DEFERRED_MEDIA, EARLY, type Early } from './handover.ts'
import { type BootPage, bootPages, isCheckoutStep } from './pages.ts'
import { apiHost, paintHome, paintProduct, paintShop } from './paint.ts'

/** Injected by the build: the files of the app, by hashed name. */
type Build = {
  entry: string
  styles: string[]
  /** Scripts and style sheets of a page that are not part of the entry, by page name. */
  pages: Record<string, string[]>
}
declare const APP_FILES: Build
const files: Build = APP_FILES

/** The Trusted Types policy for the URL of the app's script. */
const policy = trustedTypes?.createPolicy('boot-script', { createScriptURL: (url) => url })

/** How long the app's script waits for the first image, in milliseconds. */
const IMAGE_TIMEOUT_MS = 900

type EarlyPage = {
  name: BootPage['name']
  /** Paths below /api/v1 that are requested immediately. The response to the first is painted. */
  calls: string[]
  /** Whether the page's main response is cached from an earlier visit. If so, the app starts immediately. */
  isCached: boolean
}

/** Functions that fill a page's skeleton from the response, and return the image to wait for, if any. */
const PAINT: Partial<
  Record<BootPage['name'], (response: unknown, page: HTMLElement) => HTMLImageElement | null>
> = {
  home: paintHome,
  shop: paintShop,
  product: paintProduct,
}

function pageOf({ pathname, search }: Location): EarlyPage | null {
  const page = bootPages.find(({ path }) => path.test(pathname))
  // The query or the history state may select search results or a category, which are different lists.
  if (!page || (page.name === 'shop' && (/[?&](q|categoryId)=/.test(search) || history.state?.usr)))
    return null
  const id = pathname.split('/')[2] as string
  const missing = page.requests.filter(([, key]) => !isCached(key))
  return {
    name: page.name,
    calls: missing.map(([path]) => path.replace(':id', () => id)),
    // On a category page, the list of categories is not the main response.
    isCached: page.name !== 'category' && missing.length < page.requests.length,
  }
}

/** Whether a response from an earlier visit is cached and has not expired. */
function isCached(key = ''): boolean {
  const { timestamp } = (readStoredJson(key) ?? {}) as { timestamp?: unknown }
  return typeof timestamp === 'number' && Date.now() - timestamp < CACHE_LIFETIME_MS
}

const early: Early = { responses: {}, styles: Promise.resolve(), taps: [], leave: null }
Object.assign(window, { early })
recordInput(early)

// Preloaded before the style sheet that declares the fonts.
applyFonts()

let isStarted = false

/** Loads the app: style sheets, entry and the page's chunks. */
function start(page: EarlyPage | null): void {
  if (isStarted) return
  isStarted = true
  const more = page ? (files.pages[page.name] ?? []) : []
  const sheets = [...files.styles, ...more.filter((file) => file.endsWith('.css'))]
  // Not applied until the app replaces this page (`applyStyles`), so that this page is not restyled.
  const held = { rel: 'stylesheet', media: DEFERRED_MEDIA, fetchPriority: 'high' }
  early.styles = Promise.all(sheets.map((href) => appendToHead('link', { ...held, href })))
  const src = policy?.createScriptURL(files.entry) ?? files.entry
  void appendToHead('script', { type: 'module', src }).then(({ type }) => {
    if (type === 'error') giveUp(early)
  })
  // Runs in a separate task, to keep taps responsive.
  setTimeout(() => {
    for (const href of more)
      if (!href.endsWith('.css')) void appendToHead('link', { rel: 'modulepreload', href })
  })
}

/** Appends an element to the head. Settles when it has loaded or failed. */
function appendToHead(tag: 'link' | 'script', attributes: Record<string, string>): Promise<Event> {
  const element = Object.assign(document.createElement(tag), attributes)
  document.head.append(element)
  return new Promise((settled) => {
    element.onload = element.onerror = settled as OnErrorEventHandler
  })
}

/**
 * Calls back when the image has been painted, so that the app's script does not delay it. In browsers that do not report
 * this, calls back when the image has loaded. Calls back immediately for a broken image.
 */
function whenPainted(image: HTMLImageElement, act: () => void): void {
  image.addEventListener('error', act)
  if (image.complete && image.naturalWidth === 0) act()
  else if (PerformanceObserver.supportedEntryTypes?.includes('element')) {
    const isShown = (entry: PerformanceEntry & { url?: string }) => entry.url === image.currentSrc
    new PerformanceObserver((list) => {
      if (list.getEntries().some(isShown)) act()
    }).observe({ type: 'element', buffered: true })
  } else if (image.complete) act()
  else image.addEventListener('load', act)
}

/** The delay before a page without a skeleton shows its spinner, in milliseconds. */
const SPINNER_DELAY_MS = 300

/** Inserts the page's skeleton or, without one, a spinner after a delay. A prerendered page needs neither. */
function fillFrame(main: HTMLElement, page: EarlyPage | null): void {
  const contentOf = (name: string) =>
    (document.getElementById(`early-${name}`) as HTMLTemplateElement | null)?.content.cloneNode(true)
  const skeleton = page && contentOf(page.name)
  const spinner = contentOf('spinner')
  const place = main.firstElementChild
  if (skeleton) main.replaceChildren(skeleton)
  // Delayed, because an animation would delay the first paint (theme/_pictures.scss).
  else if (spinner) setTimeout(() => place?.append(spinner), SPINNER_DELAY_MS)
}

/** Marks this page's link in the menu, which is rendered for the home page. */
function markMenu({ pathname, search }: Location): void {
  for (const link of document.querySelectorAll('.menu-link'))
    if (link.getAttribute('href') === pathname + search) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
}

markMenu(location)
document.documentElement.classList.toggle('quiet-shell', isCheckoutStep(location.pathname))
const page = pageOf(location)
const main = document.getElementById('main') as HTMLElement
fillFrame(main, page)
if (page === null) start(null)
else {
  document.documentElement.dataset[EARLY] = ''
  const begin = () => start(page)
  // With cached data, the app can render as soon as its script has loaded.
  if (page.isCached) begin()
  const responses = page.calls.map((path) => {
    const url = new URL(`${apiHost}${API_PREFIX}${path}`, location.href).href
    const requested = fetch(url, {
      headers: {
        Accept: 'application/json',
        ...(path === '/homepage/sections' ? { 'Content-Type': 'application/json' } : {}),
      },
    })
    requested.catch(begin)
    early.responses[url] = requested
    return requested
  })
  setTimeout(begin, IMAGE_TIMEOUT_MS)
  responses[0]
    ?.then((response) => response.clone().json())
    .then((body) => {
      const image = PAINT[page.name]?.(body, main)
      if (image) whenPainted(image, begin)
      else begin()
    })
    .catch(begin)
}

/** Controls with a lasting effect, which would be lost if the shopper left the page before the app handles them. */
const LASTING = 'form, [data-boot^=add], [data-boot^=wish]'

/**
 * Records taps on controls with `data-boot` until the app has mounted. The app then replays the taps
 * (src/boot/replay-input.ts). Links and forms with an `action` work without the app. They are delayed only if leaving the
 * page would lose a recorded tap.
 */
function recordInput(early: Early): void {
  /** Records repeated taps on a control once, except on steppers. */
  const tap = (control: HTMLElement, shown: Element | null) => {
    if (!control.dataset.boot || shown?.hasAttribute('aria-busy')) return
    early.taps?.push(control)
    if (control.closest('.quantity')) return
    shown?.setAttribute('aria-busy', 'true')
    if (control.matches('[data-boot^=add]')) control.lastChild?.replaceWith('Adding…')
  }

  /** Delays a link or form until the app has replayed the taps before it. */
  const leave = (event: Event, control: HTMLElement) => {
    if (!early.taps?.some((each) => each.matches(LASTING))) return
    event.preventDefault()
    early.leave = control
    control.setAttribute('aria-busy', 'true')
  }

  document.addEventListener(
    'click',
    (event) => {
      const control = early.taps && controlAt(event)
      if (control instanceof HTMLAnchorElement) {
        const isHere = control.href.startsWith(`${location.href.split('#')[0]}#`)
        const isElsewhere = control.target || event.ctrlKey || event.metaKey || event.shiftKey
        if (/^http/.test(control.protocol) && !isHere && !isElsewhere) leave(event, control)
      } else if (control instanceof HTMLButtonElement && control.type === 'button') tap(control, control)
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      if (!early.taps) return
      const form = event.target as HTMLFormElement
      if (form.hasAttribute('action')) return leave(event, form)
      event.preventDefault()
      tap(form, event.submitter)
    },
    true,
  )
}

/** Ends the recording if the app fails to load, so that links and forms work again. Follows a delayed link or form. */
function giveUp(early: Early): void {
  early.taps = null
  if (early.leave instanceof HTMLFormElement) early.leave.submit()
  else early.leave?.click()
}
