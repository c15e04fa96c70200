import { API_PREFIX } from 'contracts/client'
import { limits } from '../config/limits.ts'
import type { Early } from '../lib/early.ts'
import { readJson } from '../lib/storage.ts'
import { notePresses } from './early-input.ts'
import { apiHost } from './paint.ts'
import { paintHome } from './paint-home.ts'
import { paintProduct } from './paint-product.ts'
import { paintShop } from './paint-shop.ts'

/** What the build knows and writes here: the files of the app, by hashed name. */
type Build = {
  entry: string
  styles: string[]
  /** Scripts and style sheets of a page that are not part of the entry, by the early page's name. */
  pages: Record<string, string[]>
}
declare const APP_FILES: Build
const files: Build = APP_FILES

/** The longest that the app's script waits for the first picture, in milliseconds. */
const PICTURE_TIMEOUT_MS = 900

type EarlyPage = {
  name: 'home' | 'shop' | 'product'
  /** What is asked at once, below /api/v1. */
  calls: string[]
  /** The call whose answer is painted. */
  painted: string
  /** Fills the page's skeleton from the first answer. @returns the picture that is waited for, if there is one */
  paint: (answer: unknown, page: HTMLElement) => HTMLImageElement | null
  /** The browser has the page's main answer from an earlier visit: the app starts at once and does not ask for it. */
  isKept: boolean
}

function pageOf({ pathname, search }: Location): EarlyPage | null {
  const product = /^\/product-details\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (product !== undefined) {
    const call = `/products/details/${product}`
    return { name: 'product', calls: [call], painted: call, paint: paintProduct, isKept: false }
  }
  // Results and a category travel in the history's state or in the query; then the list is another one.
  const isPlain = !/[?&](q|categoryId)=/.test(search) && !history.state?.usr
  if (pathname === '/shop' && isPlain) {
    const kept = isKept('latest_products')
    const call = '/products/latest'
    return { name: 'shop', calls: kept ? [] : [call], painted: call, paint: paintShop, isKept: kept }
  }
  if (pathname !== '/') return null
  const kept = isKept('homepage_sections')
  const calls = ['/banners', ...(kept ? [] : ['/homepage/sections'])]
  return { name: 'home', calls, painted: '/banners', paint: paintHome, isKept: kept }
}

/** Whether an answer of an earlier visit is kept that is still used. */
function isKept(key: string): boolean {
  const { timestamp } = (readJson(key) ?? {}) as { timestamp?: unknown }
  return typeof timestamp === 'number' && Date.now() - timestamp < limits.cacheLifetime
}

const early: Early = { answers: {}, styles: Promise.resolve(), presses: [] }
Object.assign(window, { early })
notePresses(early)

let isStarted = false

/** Fetches the app: its style sheets, its entry, and what else the page in view needs. */
function start(page: EarlyPage | null): void {
  if (isStarted) return
  isStarted = true
  const more = page ? (files.pages[page.name] ?? []) : []
  const sheets = [...files.styles, ...more.filter((file) => file.endsWith('.css'))]
  early.styles = Promise.all(sheets.map((href) => added('link', { rel: 'stylesheet', href })))
  for (const href of more) if (!href.endsWith('.css')) void added('link', { rel: 'modulepreload', href })
  void added('script', { type: 'module', src: files.entry })
}

/** Adds an element to the head. Settles when it has loaded or failed. */
function added(tag: 'link' | 'script', attributes: Record<string, string>): Promise<unknown> {
  const element = Object.assign(document.createElement(tag), attributes)
  document.head.append(element)
  return new Promise((settled) => {
    element.onload = element.onerror = settled
  })
}

const page = pageOf(location)
if (page === null) start(null)
else {
  const main = document.getElementById('main') as HTMLElement
  const template = document.getElementById(`early-${page.name}`) as HTMLTemplateElement | null
  // A page that was rendered ahead of the visit has no skeletons: it stays, and the answer corrects it.
  if (template) main.replaceChildren(template.content.cloneNode(true))
  const begin = () => start(page)
  // A visitor with kept data sees the page as soon as the script is there.
  if (page.isKept) begin()
  const answers = page.calls.map((path) => {
    const url = new URL(`${apiHost}${API_PREFIX}${path}`, location.href).href
    const asked = fetch(url, {
      headers: {
        Accept: 'application/json',
        ...(path === '/homepage/sections' ? { 'Content-Type': 'application/json' } : {}),
      },
    })
    asked.catch(begin)
    early.answers[url] = asked
    return asked
  })
  setTimeout(begin, PICTURE_TIMEOUT_MS)
  answers[page.calls.indexOf(page.painted)]
    ?.then((response) => response.clone().json())
    .then((body) => {
      const picture = page.paint(body, main)
      if (!picture || picture.complete) return begin()
      picture.addEventListener('load', begin)
      picture.addEventListener('error', begin)
    })
    .catch(begin)
}
