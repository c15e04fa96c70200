import { afterEach, expect, test, vi } from 'vitest'
import type { AllowedHtml } from './sanitiser.ts'

type Options = { elements?: string[]; attributes?: string[]; replaceWithChildrenElements?: string[] }

/** A simple implementation of the specified sanitiser. */
function setHTML(
  this: HTMLElement,
  html: string,
  { sanitizer: options = {} }: { sanitizer?: Options },
): void {
  this.innerHTML = html
  const { elements, attributes, replaceWithChildrenElements = [] } = options
  for (const element of [...this.querySelectorAll('*')]) {
    if (replaceWithChildrenElements.includes(element.localName)) element.replaceWith(...element.childNodes)
    else if (element.localName === 'script' || elements?.includes(element.localName) === false)
      element.remove()
    for (const name of element.getAttributeNames())
      if (attributes?.includes(name) === false) element.removeAttribute(name)
  }
}

const LIMITS: AllowedHtml = { elements: ['p', 'b'], attributes: ['lang'], unwrapped: ['div'] }
const HTML = '<div><p lang="lg" class="a">Webale <b>nnyo</b></p></div><img src="x"><script>a()</script>'

/** Loads the module in a browser with a sanitiser. */
async function openBrowser(method: unknown) {
  Object.assign(HTMLElement.prototype, { setHTML: method })
  vi.resetModules()
  return import('./sanitiser.ts')
}

afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'setHTML')
  vi.doUnmock('dompurify')
})

test("uses the browser's sanitiser, with limits or without", async () => {
  const { nativeSanitiser, loadSanitiser } = await openBrowser(setHTML)
  expect(nativeSanitiser(LIMITS)?.(HTML).innerHTML).toBe('<p lang="lg">Webale <b>nnyo</b></p>')
  const result = (await loadSanitiser())(HTML)
  expect(result.innerHTML).toBe('<div><p lang="lg" class="a">Webale <b>nnyo</b></p></div><img src="x">')
  expect(result.ownerDocument).not.toBe(document)
})

test.each<[string, unknown]>([
  ['has no sanitiser', undefined],
  [
    'has one that ignores the limits',
    function (this: HTMLElement, html: string) {
      setHTML.call(this, html, {})
    },
  ],
  [
    'has one that keeps scripts',
    function (this: HTMLElement, html: string, options: { sanitizer: Options }) {
      if (options.sanitizer.elements) setHTML.call(this, html, options)
      else this.innerHTML = html
    },
  ],
])('loads DOMPurify in a browser that %s', async (_, method) => {
  const sanitize = vi.fn(() => document.body)
  vi.doMock('dompurify', () => ({ default: { isSupported: true, sanitize } }))
  const { nativeSanitiser, loadSanitiser } = await openBrowser(method)
  expect(nativeSanitiser(LIMITS)).toBeNull()
  expect((await loadSanitiser(LIMITS))(HTML)).toBe(document.body)
  expect(sanitize).toHaveBeenLastCalledWith(HTML, {
    ALLOWED_TAGS: ['p', 'b'],
    ALLOWED_ATTR: ['lang'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM: true,
  })
  await (await loadSanitiser())(HTML)
  expect(sanitize).toHaveBeenLastCalledWith(HTML, { RETURN_DOM: true })
})
