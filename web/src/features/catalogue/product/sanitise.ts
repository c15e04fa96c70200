/**
 * A description is HTML of the host, and the shopper's token is in this page's storage: nothing in it may
 * run. The browser's own sanitiser does it where there is one; elsewhere DOMPurify comes by itself, which costs 11 KB.
 */
const ELEMENTS =
  'p br b strong i em u s ul ol li h3 h4 h5 h6 span div table thead tbody tr th td blockquote sub sup a'.split(
    ' ',
  )
const ATTRIBUTES = ['href', 'colspan', 'rowspan']
/** Left out themselves, their content kept; DOMPurify does so with all that it does not know. */
const UNWRAPPED =
  'section article header footer main nav aside figure figcaption h1 h2 small big font center mark dl dt dd pre code'.split(
    ' ',
  )

type Sanitizer = { elements: string[]; attributes: string[]; replaceWithChildrenElements: string[] }
type NativeElement = HTMLElement & { setHTML?: (html: string, options: { sanitizer: Sanitizer }) => void }

/** The safe nodes of a text of HTML at once, or null where the browser has no sanitiser of its own. */
export function sanitiseNatively(html: string): DocumentFragment | null {
  const box: NativeElement = document.createElement('div')
  if (!box.setHTML) return null
  box.setHTML(html, {
    sanitizer: { elements: ELEMENTS, attributes: ATTRIBUTES, replaceWithChildrenElements: UNWRAPPED },
  })
  const fragment = document.createDocumentFragment()
  fragment.append(...box.childNodes)
  return withSafeLinks(fragment)
}

/** The same by DOMPurify. Where that cannot work either, the words alone. */
export async function sanitise(html: string): Promise<DocumentFragment> {
  const { default: DOMPurify } = await import('dompurify')
  if (!DOMPurify.isSupported) return wordsOf(html)
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ELEMENTS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Nodes, not text: a page that requires trusted types takes no text for HTML.
    RETURN_DOM_FRAGMENT: true,
  })
  return withSafeLinks(fragment)
}

/** The text of HTML without its tags. */
export function wordsOf(html: string): DocumentFragment {
  const words = document.createElement('p')
  words.textContent = html.replace(/<[^>]*>/g, ' ')
  const fragment = document.createDocumentFragment()
  fragment.append(words)
  return fragment
}

function withSafeLinks(fragment: DocumentFragment): DocumentFragment {
  for (const link of fragment.querySelectorAll('a')) link.setAttribute('rel', 'noopener nofollow')
  return fragment
}
